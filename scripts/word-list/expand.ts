/** A rule of an affix file: what it takes off and puts on, for words that match its condition. */
type Rule = { strip: string; add: string; condition: RegExp }

/** Every entry of a hunspell dictionary with all its forms. The Russian one has suffixes only. */
export function* expandDictionary(affixes: string, entries: string): Generator<[entry: string, forms: Set<string>]> {
  const rules = rulesOf(affixes)
  for (const line of entries.split('\n').slice(1)) {
    const [word = '', flags = ''] = line.trim().split('/')
    if (!word) continue
    const own = Array.from(flags).flatMap((flag) => rules.get(flag) ?? [])
    yield [word, formsOf(word, own)]
  }
}

function formsOf(word: string, rules: readonly Rule[]): Set<string> {
  const forms = new Set([word])
  for (const { strip, add, condition } of rules)
    if (word.endsWith(strip) && condition.test(word)) forms.add(word.slice(0, word.length - strip.length) + add)
  return forms
}

function rulesOf(affixes: string): Map<string, Rule[]> {
  const rules = new Map<string, Rule[]>()
  for (const line of affixes.split('\n')) {
    const [kind, flag, strip, add, condition] = line.trim().split(/\s+/)
    if (kind !== 'SFX' || !flag || !strip || !add || !condition) continue
    const rule = { strip: textOf(strip), add: textOf(add), condition: new RegExp(`${condition}$`, 'u') }
    rules.set(flag, [...(rules.get(flag) ?? []), rule])
  }
  return rules
}

/** Zero stands for nothing. */
const textOf = (affix: string) => (affix === '0' ? '' : affix)
