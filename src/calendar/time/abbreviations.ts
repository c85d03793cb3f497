// Made by test/check/zone-abbreviations.ts of moment-timezone's data (MIT), itself made of the time zone database.

/**
 * One line for zones that agree: abbreviations, each with its offset in minutes east of UTC, then the zones.
 * What has no letters is not listed: it is written as its offset.
 */
export const ABBREVIATIONS = `
ACST+570 ACDT+630|Australia/Adelaide Australia/Broken_Hill Australia/South Australia/Yancowinna
ACST+570|Australia/Darwin Australia/North
AEST+600 AEDT+660|Antarctica/Macquarie Australia/ACT Australia/Brisbane Australia/Canberra Australia/Currie Australia/Hobart Australia/Lindeman Australia/Melbourne Australia/NSW Australia/Queensland Australia/Sydney Australia/Tasmania Australia/Victoria
AEST+600|Australia/LHI Australia/Lord_Howe
AHST-600 AKST-540 AKDT-480|America/Anchorage US/Alaska
AKST-540 AKDT-480 PDT-420|America/Juneau America/Metlakatla America/Sitka
AKST-540 AKDT-480|America/Yakutat
AST-240 ADT-180 ADDT-120|America/Goose_Bay
AST-240 ADT-180|America/Barbados America/Glace_Bay America/Halifax America/Martinique America/Moncton America/Thule Atlantic/Bermuda Canada/Atlantic
AST-240|America/Anguilla America/Antigua America/Aruba America/Blanc-Sablon America/Curacao America/Dominica America/Grenada America/Guadeloupe America/Kralendijk America/Lower_Princes America/Marigot America/Miquelon America/Montserrat America/Port_of_Spain America/Puerto_Rico America/St_Barthelemy America/St_Kitts America/St_Lucia America/St_Thomas America/St_Vincent America/Tortola America/Virgin
AWST+480 AWDT+540|Australia/Perth Australia/West
BST-660 BDT-600 AKST-540 AKDT-480|America/Nome
BST-660 HST-600 HDT-540|America/Adak America/Atka US/Aleutian
CAT+120 EAT+180|Africa/Juba Africa/Khartoum
CAT+120|Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Kigali Africa/Lubumbashi Africa/Lusaka Africa/Maputo
CET+60 CEST+120|Africa/Tunis Arctic/Longyearbyen Atlantic/Jan_Mayen CET Europe/Amsterdam Europe/Andorra Europe/Belgrade Europe/Berlin Europe/Bratislava Europe/Brussels Europe/Budapest Europe/Busingen Europe/Copenhagen Europe/Gibraltar Europe/Ljubljana Europe/Luxembourg Europe/Madrid Europe/Malta Europe/Monaco Europe/Oslo Europe/Paris Europe/Podgorica Europe/Prague Europe/Rome Europe/San_Marino Europe/Sarajevo Europe/Skopje Europe/Stockholm Europe/Tirane Europe/Vaduz Europe/Vatican Europe/Vienna Europe/Warsaw Europe/Zagreb Europe/Zurich MET Poland
CET+60 EET+120 EEST+180 MSD+240|Europe/Vilnius
CET+60 EET+120|Africa/Tripoli Libya
CST+480 CDT+540|Asia/Chongqing Asia/Chungking Asia/Harbin Asia/Macao Asia/Macau Asia/Shanghai Asia/Taipei PRC ROC
CST-300 CDT-240|America/Havana Cuba
CST-360 CDT-300 EDT-240|America/Indiana/Tell_City
CST-360 CDT-300|America/Belize America/Chicago America/Costa_Rica America/El_Salvador America/Guatemala America/Indiana/Knox America/Knox_IN America/Managua America/Matamoros America/Menominee America/Merida America/Mexico_City America/Monterrey America/Rankin_Inlet America/Resolute America/Tegucigalpa CST6CDT Mexico/General US/Central US/Indiana-Starke
CST-360 EST-300 EDT-240|America/Cancun America/Indiana/Petersburg America/Indiana/Vincennes America/Indiana/Winamac America/Iqaluit America/Kentucky/Monticello America/Pangnirtung
CST-360 EST-300|America/Rainy_River America/Winnipeg Canada/Central
CST-360|America/Regina Canada/Saskatchewan
ChST+600 GDT+660|Pacific/Guam Pacific/Saipan
EAT+180|Africa/Addis_Ababa Africa/Asmara Africa/Asmera Africa/Dar_es_Salaam Africa/Djibouti Africa/Kampala Africa/Mogadishu Africa/Nairobi Indian/Antananarivo Indian/Comoro Indian/Mayotte
EET+120 EEST+180 MSD+240|Europe/Chisinau Europe/Kiev Europe/Kyiv Europe/Riga Europe/Tallinn Europe/Tiraspol Europe/Uzhgorod Europe/Zaporozhye
EET+120 EEST+180|Africa/Cairo Asia/Beirut Asia/Famagusta Asia/Gaza Asia/Hebron Asia/Nicosia EET Egypt Europe/Athens Europe/Bucharest Europe/Helsinki Europe/Mariehamn Europe/Nicosia Europe/Sofia
EET+120 MSD+240|Europe/Kaliningrad Europe/Minsk
EET+120 MSK+180 MSK+240|Europe/Moscow Europe/Simferopol W-SU
EET+120|Asia/Amman Asia/Damascus Asia/Istanbul Europe/Istanbul Turkey
EST-300 AST-240|America/Santo_Domingo
EST-300 EDT-240|America/Detroit America/Fort_Wayne America/Grand_Turk America/Indiana/Indianapolis America/Indiana/Marengo America/Indiana/Vevay America/Indianapolis America/Jamaica America/Kentucky/Louisville America/Louisville America/Montreal America/Nassau America/New_York America/Nipigon America/Port-au-Prince America/Thunder_Bay America/Toronto Canada/Eastern EST5EDT Jamaica US/East-Indiana US/Eastern US/Michigan
EST-300|America/Atikokan America/Cayman America/Coral_Harbour America/Panama EST
GMT+0 BST+60|Europe/Belfast Europe/Guernsey Europe/Isle_of_Man Europe/Jersey Europe/London GB GB-Eire
GMT+0 IST+60|Eire Europe/Dublin
GMT+0 WAT+60|Africa/Sao_Tome
GMT+0|Africa/Abidjan Africa/Accra Africa/Bamako Africa/Banjul Africa/Bissau Africa/Conakry Africa/Dakar Africa/Freetown Africa/Lome Africa/Nouakchott Africa/Ouagadougou Africa/Timbuktu America/Danmarkshavn Atlantic/Reykjavik Atlantic/St_Helena Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich GMT GMT+0 GMT-0 GMT0 Greenwich Iceland
HKT+480 HKST+540|Asia/Hong_Kong Hongkong
HST-600|HST Pacific/Honolulu Pacific/Johnston US/Hawaii
IST+120 IDT+180|Asia/Jerusalem Asia/Tel_Aviv Israel
IST+330|Asia/Calcutta Asia/Kolkata
JST+540|Asia/Tokyo Japan
KST+510 KST+540|Asia/Pyongyang
KST+540 KDT+600|Asia/Seoul ROK
MMT-44.5 GMT+0|Africa/Monrovia
MSK+180 MSK+240|Europe/Kirov
MSK+180|Europe/Volgograd
MST-420 CST-360 CDT-300|America/Bahia_Banderas America/Chihuahua America/North_Dakota/Beulah America/North_Dakota/Center America/North_Dakota/New_Salem America/Ojinaga
MST-420 CST-360|America/Edmonton America/Swift_Current America/Yellowknife Canada/Mountain
MST-420 MDT-360 CDT-300|America/Ciudad_Juarez
MST-420 MDT-360 EST-300|America/Cambridge_Bay
MST-420 MDT-360|America/Boise America/Denver America/Hermosillo America/Mazatlan America/Shiprock MST7MDT Mexico/BajaSur Navajo US/Mountain
MST-420|America/Creston America/Phoenix MST US/Arizona
NST-210 NDT-150 NDDT-90|America/St_Johns Canada/Newfoundland
NZST+720 NZDT+780|Antarctica/McMurdo Antarctica/South_Pole NZ Pacific/Auckland
PKT+300 PKST+360|Asia/Karachi
PST+480 PDT+540|Asia/Manila
PST-480 MST-420 CST-360|America/Inuvik
PST-480 MST-420|America/Dawson_Creek America/Fort_Nelson America/Vancouver America/Whitehorse Canada/Pacific Canada/Yukon
PST-480 PDT-420|America/Ensenada America/Los_Angeles America/Santa_Isabel America/Tijuana Mexico/BajaNorte PST8PDT US/Pacific
SAST+120|Africa/Johannesburg Africa/Maseru Africa/Mbabane
SST-660|Pacific/Midway Pacific/Pago_Pago Pacific/Samoa US/Samoa
UTC+0|Etc/UCT Etc/UTC Etc/Universal Etc/Zulu UCT UTC Universal Zulu
WAT+60 CAT+120|Africa/Windhoek
WAT+60 WAST+120|Africa/Ndjamena
WAT+60|Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa Africa/Lagos Africa/Libreville Africa/Luanda Africa/Malabo Africa/Niamey Africa/Porto-Novo
WEST+60|Atlantic/Azores
WET+0 CET+60 CEST+120|Africa/Algiers Africa/Ceuta
WET+0 WEST+60 CEST+120|Europe/Lisbon Portugal WET
WET+0 WEST+60|Atlantic/Canary Atlantic/Faeroe Atlantic/Faroe Atlantic/Madeira
WIB+420 WITA+480|Asia/Pontianak
WIB+420|Asia/Jakarta
WIT+540|Asia/Jayapura
WITA+480|Asia/Makassar Asia/Ujung_Pandang
YST-540 PST-480 MST-420|America/Dawson
`
