import type { Segment } from '#transcript/segments.ts'

/** Replaces characters `from`–`to` in the text of segment `at`. */
export type Replacement = { at: number; from: number; to: number; text: string }

/** A stretch of a segment's text with its context, for a preview. */
export type Place = {
  at: number
  from: number
  to: number
  start: number
  before: string
  found: string
  after: string
}

export type FindOptions = { wholeWord: boolean }

const CONTEXT_CHARACTERS = 40

/** All occurrences of a query, ignoring case and the dots of a yo; a match never crosses segments. */
export function findPlaces(segments: readonly Segment[], query: string, options: FindOptions): Place[] {
  const pattern = patternOf(query.trim(), options)
  if (!pattern) return []
  return segments.flatMap((segment, at) =>
    [...segment.text.matchAll(pattern)].map((match) =>
      placeAt(segment, { at, from: match.index, to: match.index + match[0].length }),
    ),
  )
}

/** Replacements for all places, each in the case of the text it replaces. */
export function replacementsOf(places: readonly Place[], text: string): Replacement[] {
  return places.map(({ at, from, to, found }) => ({ at, from, to, text: inCaseOf(found, text) }))
}

/** The text after the replacements; undefined if they overlap or exceed it. */
export function replaceInText(text: string, replacements: readonly Replacement[]): string | undefined {
  let replaced = ''
  let next = 0
  for (const { from, to, text: put } of replacements.toSorted((a, b) => a.from - b.from)) {
    if (from < next || to < from || to > text.length) return undefined
    replaced += text.slice(next, from) + put
    next = to
  }
  return replaced + text.slice(next)
}

/** Gives the replacement the case of the found text: upper case, capitalised, or as typed. */
export function inCaseOf(found: string, text: string): string {
  const letters = found.replace(/\P{L}/gu, '')
  if (letters.length > 1 && letters === letters.toUpperCase() && letters !== letters.toLowerCase())
    return text.toUpperCase()
  return /^\P{L}*\p{Lu}/u.test(found) ? withCapital(text) : text
}

export function placeAt(segment: Segment, { at, from, to }: Omit<Replacement, 'text'>): Place {
  return {
    at,
    from,
    to,
    start: timeAt(segment, from),
    before: contextBefore(segment.text.slice(0, from)),
    found: segment.text.slice(from, to),
    after: contextAfter(segment.text.slice(to)),
  }
}

function patternOf(query: string, { wholeWord }: FindOptions): RegExp | undefined {
  if (!query) return undefined
  const inside = query
    .replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    .replace(/\s+/gu, String.raw`\s+`)
    .replace(/[\u0435\u0451]/giu, '[\u0435\u0451]')
  const source = wholeWord ? String.raw`(?<![\p{L}\p{N}])${inside}(?![\p{L}\p{N}])` : inside
  return new RegExp(source, 'giu')
}

const withCapital = (text: string) => text.replace(/\p{L}/u, (letter) => letter.toUpperCase())

// The words of a segment are its text split at spaces.
function timeAt(segment: Segment, from: number): number {
  const index = segment.text.slice(0, from).split(/\s+/u).length - 1
  return segment.words[index]?.start ?? segment.start
}

function contextBefore(text: string): string {
  if (text.length <= CONTEXT_CHARACTERS) return text
  return `…${text.slice(-CONTEXT_CHARACTERS).replace(/^\S*\s/u, '')}`
}

function contextAfter(text: string): string {
  if (text.length <= CONTEXT_CHARACTERS) return text
  return `${text.slice(0, CONTEXT_CHARACTERS).replace(/\s\S*$/u, '')}…`
}
