/**
 * The schemas of `/doc`, which are the original's: it says less than is true (an author is a text, details are
 * objects), so `/openapi.json` has its own. Written as `name:type`, with `array<integer>` for a list and a capital
 * for another schema; `Name[]` is a list of those.
 */
const SCHEMAS: Readonly<Record<string, string>> = {
  ImageSize: 'width:integer height:integer mime-type:string url:uri',
  CostDetails: 'currency_symbol:string currency_position_:position values:array<integer>',
  Term: 'id:integer name:string slug:string taxonomy:string description:string parent:integer count:integer url:string urls:array<string>',
  Image: 'url:uri id:integer extension:string width:integer height:integer sizes:ImageSize[]',
  DateDetails: 'year:integer month:integer day:integer hour:integer minutes:integer seconds:integer',
  Event:
    'id:integer global_id:string global_id_lineage:array<string> author:integer date:string date_utc:string modified:string modified_utc:string status:string url:string rest_url:string title:string description:string excerpt:string slug:string image:object=Image all_day:boolean start_date:string start_date_details:DateDetails[] end_date:string end_date_details:DateDetails[] utc_start_date:string utc_start_date_details:DateDetails[] utc_end_date:string utc_end_date_details:DateDetails[] timezone:string timezone_abbr:string cost:string cost_details:CostDetails[] website:string show_map:boolean show_map_link:boolean hide_from_listings:boolean sticky:boolean featured:boolean categories:Term[] tags:Term[] venue:object=Venue organizer:Organizer[]',
  Venue:
    'id:integer global_id:string global_id_lineage:array<string> author:integer date:string date_utc:string modified:string modified_utc:string status:string url:string venue:string description:string excerpt:string slug:string image:string=Image show_map:boolean show_map_link:boolean address:string city:string country:string province:string state:string zip:string phone:string website:string stateprovince:string geo_lat:double geo_lng:double',
  Organizer:
    'id:integer global_id:string global_id_lineage:array<string> author:integer date:string date_utc:string modified:string modified_utc:string status:string url:string organizer:string description:string excerpt:string slug:string image:string=Image phone:string website:string email:string',
}

/** `components.schemas` of `/doc`. */
export function docSchemas(): object {
  return Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, text]) => [name, { type: 'object', properties: properties(text) }]),
  )
}

function properties(text: string): object {
  return Object.fromEntries(
    text.split(' ').map((entry) => {
      const [name = '', type = ''] = entry.split(':')
      // The original has a blank behind this one name.
      const key = name.endsWith('_') ? `${name.slice(0, -1)} ` : name
      return [key, { description: key.trim().replaceAll('_', ' '), ...typed(type) }]
    }),
  )
}

function typed(type: string): object {
  const [plain = '', target] = type.split('=')
  if (target !== undefined) return { type: plain, $ref: `#/components/schemas/${target}` }
  if (type.endsWith('[]'))
    return { type: 'array', items: { $ref: `#/components/schemas/${type.slice(0, -2)}` } }
  const items = /^array<(\w+)>$/.exec(type)?.[1]
  if (items !== undefined) return { type: 'array', items: { type: items } }
  if (type === 'uri') return { type: 'string', format: 'uri' }
  if (type === 'double') return { type: 'number', format: 'double' }
  if (type === 'position') return { type: 'string', enum: ['prefix', 'postfix'] }
  return { type }
}
