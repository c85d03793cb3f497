// Made by test/check/zone-abbreviations.ts of moment-timezone's data (MIT), itself made of the time zone database.

/**
 * One line for zones that agree: abbreviations since 1970, each with its offset in minutes east of UTC, and with the
 * minute since 1970 that it ended where the offset is called otherwise today; then the zones. What has no letters is
 * written as its offset.
 */
export const ABBREVIATIONS = `
+0<12090360 WET+0<12337980 WEST+60|Atlantic/Azores
+300<646260 PKT+300 PKST+360|Asia/Karachi
ACST+570 ACDT+630|Australia/Adelaide Australia/Broken_Hill Australia/South Australia/Yancowinna
ACST+570|Australia/Darwin Australia/North
AEST+600 AEDT+660|Antarctica/Macquarie Australia/ACT Australia/Brisbane Australia/Canberra Australia/Currie Australia/Hobart Australia/Lindeman Australia/Melbourne Australia/NSW Australia/Queensland Australia/Sydney Australia/Tasmania Australia/Victoria
AEST+600|Australia/LHI Australia/Lord_Howe
AHST-600 AHDT-540<7272660 YST-540<7317180 AKST-540 AKDT-480|America/Anchorage US/Alaska
AKST-540 PST-480<24297780 AKDT-480<25688760 PST-480<25870260 AKDT-480 PDT-420|America/Metlakatla
AST-240 ADT-180 ADDT-120|America/Goose_Bay
AST-240 ADT-180|America/Barbados America/Glace_Bay America/Halifax America/Martinique America/Moncton America/Thule Atlantic/Bermuda Canada/Atlantic
AST-240|America/Anguilla America/Antigua America/Aruba America/Blanc-Sablon America/Curacao America/Dominica America/Grenada America/Guadeloupe America/Kralendijk America/Lower_Princes America/Marigot America/Miquelon America/Montserrat America/Port_of_Spain America/Puerto_Rico America/St_Barthelemy America/St_Kitts America/St_Lucia America/St_Thomas America/St_Vincent America/Tortola America/Virgin
AWST+480 AWDT+540|Australia/Perth Australia/West
BST-660 BDT-600 YST-540<7317180 AKST-540 AKDT-480|America/Nome
BST-660 BDT-600<7272720 AHST-600<7317240 HST-600 HDT-540|America/Adak America/Atka US/Aleutian
CAT+120 CAST+180<15798840 EAT+180|Africa/Juba Africa/Khartoum
CAT+120|Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Kigali Africa/Lubumbashi Africa/Lusaka Africa/Maputo
CET+60 CEST+120|Africa/Tunis Arctic/Longyearbyen Atlantic/Jan_Mayen CET Europe/Amsterdam Europe/Andorra Europe/Belgrade Europe/Berlin Europe/Bratislava Europe/Brussels Europe/Budapest Europe/Busingen Europe/Copenhagen Europe/Gibraltar Europe/Ljubljana Europe/Luxembourg Europe/Madrid Europe/Malta Europe/Monaco Europe/Oslo Europe/Paris Europe/Podgorica Europe/Prague Europe/Rome Europe/San_Marino Europe/Sarajevo Europe/Skopje Europe/Stockholm Europe/Tirane Europe/Vaduz Europe/Vatican Europe/Vienna Europe/Warsaw Europe/Zagreb Europe/Zurich MET Poland
CET+60 EET+120<14852220 CEST+120<15688860 EET+120 MSK+180<10114500 EEST+180 MSD+240|Europe/Vilnius
CET+60 EET+120<6441060 CEST+120<10696260 EET+120<14335140 CEST+120<14598600 EET+120<22741920 CEST+120<23044320 EET+120|Africa/Tripoli Libya
CST+480 CDT+540|Asia/Chongqing Asia/Chungking Asia/Harbin Asia/Macao Asia/Macau Asia/Shanghai Asia/Taipei PRC ROC
CST-300 CDT-240|America/Havana Cuba
CST-360 CDT-300<11475780 EST-300<19066020 CDT-300|America/Indiana/Knox America/Knox_IN US/Indiana-Starke
CST-360 CDT-300<16213380 EST-300 EDT-240|America/Kentucky/Monticello
CST-360 CDT-300<16213380 EST-300<16435200 CDT-300<19368420 EST-300<19560000 CDT-300|America/Resolute
CST-360 CDT-300<16213380 EST-300<16435200 CDT-300|America/Rankin_Inlet
CST-360 CDT-300<29891940 EST-300|America/Rainy_River America/Winnipeg Canada/Central
CST-360 CDT-300<4117380 EST-300<19066020 CDT-300<19902660 EST-300 EDT-240|America/Indiana/Petersburg
CST-360 CDT-300|America/Belize America/Chicago America/Costa_Rica America/El_Salvador America/Guatemala America/Matamoros America/Mexico_City America/Monterrey America/Tegucigalpa CST6CDT Mexico/General US/Central
CST-360 EST-300<13814400 CDT-300<14630820 EST-300<15033960 CDT-300<23712960 EST-300 EDT-240|America/Cancun
CST-360 EST-300<13814400 CDT-300|America/Merida
CST-360 EST-300<15911040 CDT-300<16213380 EST-300 EDT-240|America/Iqaluit America/Pangnirtung
CST-360 EST-300<1748580 CDT-300|America/Menominee
CST-360 EST-300<19066020 CDT-300 EDT-240|America/Indiana/Tell_City
CST-360 EST-300<19066020 CDT-300<19902600 EST-300 EDT-240|America/Indiana/Winamac
CST-360 EST-300<19066020 CDT-300<19902660 EST-300 EDT-240|America/Indiana/Vincennes
CST-360 EST-300<4843080 CDT-300<11571000 EST-300<18551880 CDT-300|America/Managua
CST-360|America/Regina Canada/Saskatchewan
EAT+180|Africa/Addis_Ababa Africa/Asmara Africa/Asmera Africa/Dar_es_Salaam Africa/Djibouti Africa/Kampala Africa/Mogadishu Africa/Nairobi Indian/Antananarivo Indian/Comoro Indian/Mayotte
EET+120 EEST+180<24554700 +180<25365660 EEST+180|Asia/Famagusta
EET+120 EEST+180<27781740|Asia/Damascus
EET+120 EEST+180<27781800|Asia/Amman
EET+120 EEST+180<4465260 +180<8046660 EEST+180<24553260|Asia/Istanbul Europe/Istanbul Turkey
EET+120 EEST+180|Africa/Cairo Asia/Beirut Asia/Nicosia EET Egypt Europe/Athens Europe/Bucharest Europe/Helsinki Europe/Mariehamn Europe/Nicosia Europe/Sofia
EET+120 MSK+180<10114500 EEST+180 MSD+240|Europe/Riga Europe/Tallinn
EET+120 MSK+180<10114500 EEST+180<21686400 MSD+240|Europe/Kaliningrad
EET+120 MSK+180<10699080 EEST+180 MSD+240|Europe/Chisinau Europe/Tiraspol
EET+120 MSK+180<10779720 EEST+180 MSD+240|Europe/Kiev Europe/Kyiv Europe/Uzhgorod Europe/Zaporozhye
EET+120 MSK+180<11172900 EEST+180<11596320 MSK+180 MSD+240<21686340 MSK+240|Europe/Moscow W-SU
EET+120 MSK+180<11172900 EEST+180<21686400 MSD+240|Europe/Minsk
EET+120 MSK+180<11697120 EEST+180<13007460 MSK+180<14328060 EEST+180<23571240 MSK+180 MSD+240<23268960 MSK+240|Europe/Simferopol
EST-300 AST-240|America/Santo_Domingo
EST-300 EDT-240<23763300 AST-240<25345860 EDT-240|America/Grand_Turk
EST-300 EDT-240|America/Detroit America/Fort_Wayne America/Indiana/Indianapolis America/Indiana/Vevay America/Indianapolis America/Jamaica America/Montreal America/Nassau America/New_York America/Nipigon America/Port-au-Prince America/Thunder_Bay America/Toronto Canada/Eastern EST5EDT Jamaica US/East-Indiana US/Eastern US/Michigan
EST-300<2111460 CDT-300<2534820 EST-300 EDT-240|America/Indiana/Marengo America/Kentucky/Louisville America/Louisville
EST-300|America/Atikokan America/Cayman America/Coral_Harbour America/Panama EST
GMT+0 BST+60|Europe/Belfast Europe/Guernsey Europe/Isle_of_Man Europe/Jersey Europe/London GB GB-Eire
GMT+0 IST+60|Eire Europe/Dublin
GMT+0 WAT+60|Africa/Sao_Tome
GMT+0|Africa/Abidjan Africa/Accra Africa/Bamako Africa/Banjul Africa/Bissau Africa/Conakry Africa/Dakar Africa/Freetown Africa/Lome Africa/Nouakchott Africa/Ouagadougou Africa/Timbuktu America/Danmarkshavn Atlantic/Reykjavik Atlantic/St_Helena Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich GMT GMT+0 GMT-0 GMT0 Greenwich Iceland
GST+600<16291560 ChST+600 GDT+660|Pacific/Guam Pacific/Saipan
HKT+480 HKST+540|Asia/Hong_Kong Hongkong
HST-600|HST Pacific/Honolulu Pacific/Johnston US/Hawaii
IST+120 IDT+180|Asia/Jerusalem Asia/Tel_Aviv Israel
IST+120<13674120 EET+120 IDT+180<13810920 EEST+180|Asia/Gaza Asia/Hebron
IST+330|Asia/Calcutta Asia/Kolkata
JST+540|Asia/Tokyo Japan
KST+510 KST+540|Asia/Pyongyang
KST+540 KDT+600|Asia/Seoul ROK
MMT-44.5 GMT+0|Africa/Monrovia
MSK+180 +240<10114440 MSD+240<11172900 +240<11697000 MSD+240<21686340 MSK+240|Europe/Kirov
MSK+180 +240<9590280 MSD+240<11172900 +240<11697000 MSD+240<21686340 MSK+240<25678020|Europe/Volgograd
MST-420 CST-360<14862780 MDT-360<27785280 CST-360 CDT-300|America/Chihuahua America/Ojinaga
MST-420 CST-360<14862780 MDT-360<27785280 CST-360<27976860 MDT-360 CDT-300|America/Ciudad_Juarez
MST-420 CST-360|America/Swift_Current
MST-420 MDT-360<12000000 CST-360 CDT-300|America/North_Dakota/Center
MST-420 MDT-360<15689280 CST-360<16435260 MDT-360 CDT-300<16213380 EST-300|America/Cambridge_Bay
MST-420 MDT-360<17785920 CST-360 CDT-300|America/North_Dakota/New_Salem
MST-420 MDT-360<21475140 CST-360 CDT-300|America/Bahia_Banderas
MST-420 MDT-360<21485280 CST-360 CDT-300|America/North_Dakota/Beulah
MST-420 MDT-360<29892000 CST-360|America/Edmonton America/Yellowknife Canada/Mountain
MST-420 MDT-360|America/Boise America/Denver America/Hermosillo America/Mazatlan America/Shiprock MST7MDT Mexico/BajaSur Navajo US/Mountain
MST-420|America/Creston America/Phoenix MST US/Arizona
NST-210 NDT-150 NDDT-90|America/St_Johns Canada/Newfoundland
NZST+720 NZDT+780|Antarctica/McMurdo Antarctica/South_Pole NZ Pacific/Auckland
PST+480 PDT+540|Asia/Manila
PST-480 PDT-420<1400220 MST-420|America/Dawson_Creek
PST-480 PDT-420<23763480 MST-420|America/Fort_Nelson
PST-480 PDT-420<26736900 MST-420|America/Whitehorse Canada/Yukon
PST-480 PDT-420<29892060 MST-420|America/Vancouver Canada/Pacific
PST-480 PDT-420<5165760 MST-420 MDT-360<29892000 CST-360|America/Inuvik
PST-480 PDT-420|America/Ensenada America/Los_Angeles America/Santa_Isabel America/Tijuana Mexico/BajaNorte PST8PDT US/Pacific
SAST+120|Africa/Johannesburg Africa/Maseru Africa/Mbabane
SST-660|Pacific/Midway Pacific/Pago_Pago Pacific/Samoa US/Samoa
UTC+0|Etc/UCT Etc/UTC Etc/Universal Etc/Zulu UCT UTC Universal Zulu
WAT+60 SAST+120<10632840 CAT+120|Africa/Windhoek
WAT+60 WAST+120|Africa/Ndjamena
WAT+60|Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa Africa/Lagos Africa/Libreville Africa/Luanda Africa/Malabo Africa/Niamey Africa/Porto-Novo
WET+0 CET+60<3804480 WEST+60<11959260 CET+60<13803900 WEST+60 CEST+120|Europe/Lisbon Portugal WET
WET+0 WEST+60<4103940 CET+60<5424480 WEST+60<5958720 CET+60 CEST+120|Africa/Algiers
WET+0 WEST+60<7470720 CET+60 CEST+120|Africa/Ceuta
WET+0 WEST+60|Atlantic/Canary Atlantic/Faeroe Atlantic/Faroe Atlantic/Madeira
WIB+420 WITA+480|Asia/Pontianak
WIB+420|Asia/Jakarta
WIT+540|Asia/Jayapura
WITA+480|Asia/Makassar Asia/Ujung_Pandang
YST-540 PST-480 PDT-420<26736900 MST-420|America/Dawson
YST-540<7317180 AKST-540 PST-480<5427960 YDT-480<5690040 PST-480<7534740 AKDT-480 PDT-420|America/Juneau
YST-540<7317180 AKST-540 PST-480<7534740 AKDT-480 PDT-420|America/Sitka
YST-540<7317180 AKST-540 YDT-480<7534740 AKDT-480|America/Yakutat
`
