/** The address of a public file. */
export function fileLink(origin: string, id: string): string {
  return `${origin}/files/${id}`
}

/** A file's name up to its first dot; a leading dot is kept. */
export function nameBeforeDot(fileName: string): string {
  return fileName.split('.', 1)[0] || fileName
}
