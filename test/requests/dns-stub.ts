/** The DNSLinks of the tests: the first ones are those of the table of public suites. */
const DNS_LINKS: Readonly<Record<string, readonly string[]>> = {
  'dnslink-dir-listing.example.org': ['/ipfs/bafybeig6ka5mlwkl4subqhaiatalkcleo4jgnr3hqwvpmsqfca27cijp3i'],
  'dnslink-enabled-with-spa.example.org': [
    '/ipfs/bafybeib5lboymwd6p2eo4qb2lkueaine577flvsjjeuevmp2nlio72xv5q',
  ],
  'dnslink-over-ipns-cidv1.example.org': [
    '/ipns/k51qzi5uqu5dk3v4rmjber23h16xnr23bsggmqqil9z2gduiis5se8dht36dam',
  ],
  'dnslink-over-ipns.example.org': ['/ipns/12D3KooWLQzUv2FHWGVPXTXSZpdHs7oHbXub2G5WC8Tx4NQhyd2d'],
  'dnslink-redirects-examples.example.org': ['/ipfs/QmYBhLYDwVFvxos9h8CGU2ibaY66QNgv8hpfewxaQrPiZj'],
  'dnslink-test.example.org': ['/ipfs/bafkreicysg23kiwv34eg2d7qweipxwosdo2py4ldv42nbauguluen5v6am'],
  'en.wikipedia-on-ipfs.example.org': ['/ipfs/bafybeiaysi4s6lnjev27ln5icwm6tueaw2vdykrtjkwiphwekaywqhcjze'],
  'example.net': ['/ipfs/bafybeidnfzfojuxqvqttbwzb2g3wthsysyhmfuzhcwbu77kv5c3n6b4ugy'],
  'chain.example.org': ['/ipns/dnslink-test.example.org/a'],
  'circle-a.example.org': ['/ipns/circle-b.example.org'],
  'circle-b.example.org': ['/ipns/circle-a.example.org'],
  'dnslink-subpath.example.org': ['/ipfs/bafybeib3ffl2teiqdncv3mkz4r23b5ctrwkzrrhctdbne6iboayxuxk5ui/root2'],
  'several.example.org': [
    '/ipfs/bafkqaaa',
    '/ipfs/bafkreicysg23kiwv34eg2d7qweipxwosdo2py4ldv42nbauguluen5v6am',
  ],
}

/** The DNS message with which a resolver of {@link DNS_LINKS} answers a question. */
export function dnsAnswer(question: Uint8Array): Uint8Array<ArrayBuffer> {
  const end = question.indexOf(0, 12)
  const name = domainIn(question.subarray(12, end))
  const links = DNS_LINKS[name.replace(/^_dnslink\./, '')] ?? []
  const texts = links.map((link) => new TextEncoder().encode(`dnslink=${link}`))
  return Uint8Array.from([
    ...question.subarray(0, 2),
    0x81,
    links.length > 0 ? 0x80 : 0x83,
    ...[0, 1, 0, links.length, 0, 0, 0, 0],
    ...question.subarray(12, end + 5),
    ...texts.flatMap((text) => [
      ...[0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, text.byteLength + 1, text.byteLength],
      ...text,
    ]),
  ])
}

/** What a resolver that is asked over HTTPS answers to a `GET`. */
export function answerDns(address: string): Response {
  const question = new URL(address).searchParams.get('dns') ?? ''
  const bytes = Uint8Array.from(atob(question.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )
  return new Response(dnsAnswer(bytes), { headers: { 'Content-Type': 'application/dns-message' } })
}

function domainIn(encoded: Uint8Array): string {
  const labels: string[] = []
  for (let at = 0; at < encoded.length; at += 1 + (encoded[at] ?? 0)) {
    labels.push(new TextDecoder().decode(encoded.subarray(at + 1, at + 1 + (encoded[at] ?? 0))))
  }
  return labels.join('.')
}
