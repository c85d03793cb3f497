/** The media type that a smaller picture is asked for in: photographs stay small, everything else is exact. */
export function sizeType(type: string): string {
  return type === 'image/jpeg' || type === 'image/webp' ? type : 'image/png'
}
