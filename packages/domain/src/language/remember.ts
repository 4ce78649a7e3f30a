/** Remembers the stems of so many words and forgets all of them at once when there are more. */
export function rememberStems(stem: (word: string) => string, limit: number): (word: string) => string {
  const stems = new Map<string, string>()
  return (word) => {
    const known = stems.get(word)
    if (known !== undefined) return known
    if (stems.size >= limit) stems.clear()
    const result = stem(word)
    stems.set(word, result)
    return result
  }
}
