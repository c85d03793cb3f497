/**
 * The fragment that leads to a heading: lower case, without punctuation, with hyphens for spaces. Repositories on the
 * web make the same of the same heading, so links of the guides work there and in the help. A second heading of
 * the same text would need a number, so the guides have none.
 */
export function headingSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}
