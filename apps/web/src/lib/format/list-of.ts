/** The parts of a list that is typed with commas, semicolons or line breaks. */
export function listOf(text: string): string[] {
  const parts = text.split(/[,;\n]/u).map((part) => part.trim().replace(/\s+/gu, ' '))
  return [...new Set(parts.filter(Boolean))]
}
