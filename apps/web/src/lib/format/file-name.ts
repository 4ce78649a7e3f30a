/** A file's name without its extension. */
export function titleOf(fileName: string): string {
  return fileName.replace(/(?<=.)\.[a-z0-9]{2,4}$/i, '')
}
