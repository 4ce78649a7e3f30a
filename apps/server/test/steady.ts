const MOMENT = '2026-11-16T09:30:00.000Z'
const DAY = '2026-11-20'
const SECRET = `whsec_${Buffer.from('an example, not a secret').toString('base64')}`
const SIGNED = 'https://storage.doslovno.example/recording?X-Amz-Signature=example'
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
/** How much of a long list is enough for a reader. */
const LENGTHS: Record<string, number> = {
  peaks: 8,
  words: 3,
  script: 2,
  segments: 2,
  statements: 2,
  evidence: 2,
  data: 2,
}

/** Replaces what differs from run to run or must not be published: ids, moments, secrets, signed and local URLs. */
export function steady(value: unknown, origins: Readonly<Record<string, string>>): unknown {
  const ids = new Map<string, string>()
  const steadyId = (id: string) => {
    const known = ids.get(id) ?? `${String(ids.size + 1).padStart(8, '0')}-0000-4000-8000-000000000000`
    ids.set(id, known)
    return known
  }
  const text = (one: string) => {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(one)) return MOMENT
    if (/^\d{4}-\d\d-\d\d$/.test(one)) return DAY
    if (one.startsWith('whsec_')) return SECRET
    if (one.includes('X-Amz-Signature')) return SIGNED
    const moved = Object.entries(origins).reduce((url, [from, to]) => url.replace(from, to), one)
    return moved.replaceAll(UUID, steadyId)
  }
  const walk = (one: unknown, key = ''): unknown => {
    if (typeof one === 'string') return text(one)
    if (Array.isArray(one)) return one.slice(0, LENGTHS[key] ?? one.length).map((item) => walk(item))
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, child]) => [name, walk(child, name)]))
  }
  return walk(value)
}
