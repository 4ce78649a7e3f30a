import type { Corrupt } from './corruption.ts'
import { words } from './words.ts'

const FAR = 8

/** Somebody else is said to have said it. */
export const changeSpeaker: Corrupt = ({ truth, talk, random }) => {
  const heard = new Set(truth.cites.map((cite) => talk.sentences[cite]?.speaker))
  const others = talk.speakers.map((_, speaker) => speaker).filter((speaker) => !heard.has(speaker))
  const other = random.pick(others)
  return other === undefined ? [] : [{ ...truth, who: [other] }]
}

/** The words are true, and a sentence far away is cited for them. */
export const changeCitation: Corrupt = ({ truth, talk, random }) => {
  const far = talk.sentences
    .map((_, index) => index)
    .filter((index) => truth.cites.every((cite) => Math.abs(cite - index) >= FAR))
  const cite = random.pick(far)
  return cite === undefined ? [] : [{ ...truth, cites: [cite] }]
}

/** A true statement with an invented one as its second half. */
export const addInvented: Corrupt = ({ truth, talk, random }) => {
  const half = random.pick(talk.invented)?.text
  if (!half) return []
  const isName = talk.names.some(({ forms }) => forms.some((form) => form && half.startsWith(form)))
  const start = isName ? half.slice(0, 1) : half.slice(0, 1).toLowerCase()
  return [{ ...truth, text: truth.text.replace(/\.$/, '') + (random.pick(words.joints) ?? '') + start + half.slice(1) }]
}
