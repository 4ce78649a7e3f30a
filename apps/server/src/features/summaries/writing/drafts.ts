import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import { isSameStatement } from '@doslovno/domain/evidence/alike.ts'
import { isTaskSection, type StoredStatement } from '@doslovno/domain/summary/statement.ts'
import type { SummarySection } from '@doslovno/domain/summary/types.ts'

import { speakersOf } from '#features/summaries/prompts/blocks.ts'
import { russian } from '#platform/language.ts'
import { statementsTotal } from '#platform/telemetry.ts'

import type { Judged } from './check.ts'
import type { Material } from './material.ts'

/** A checked statement of a model. */
export type Draft = Judged & { section: SummarySection }

/** An item of an answer: a text and the notes it was made of. */
export type Written = { section: SummarySection; text: string; notes: readonly number[]; who?: readonly string[] }

/** Checks what a model wrote. An item that is no plain sentence is left out. */
export function toDrafts(written: readonly Written[], material: Material): Draft[] {
  const { sentences, check, notes } = material
  const speakers = new Set(sentences.map(({ speaker }) => speaker))
  return written.flatMap(({ section, text, notes: numbers, who = [] }) => {
    const cited = numbers.flatMap((number) => notes[number - 1] ?? [])
    const cites = [...new Set(cited.flatMap((note) => note.cites))].toSorted((one, other) => one - other)
    const named = speakersOf(who, speakers)
    const isTask = isTaskSection(section)
    const claim = {
      text,
      cites,
      isTask,
      who: named.length > 0 ? named : [...new Set(cited.flatMap((note) => note.who))],
    }
    const judged = check.statement(claim)
    return judged ? [{ section, ...judged }] : []
  })
}

/** Joins statements that say the same; a confirmed one stands for the others. */
export function withoutDoubles(drafts: readonly Draft[]): Draft[] {
  const kept: { draft: Draft; outline: Outline }[] = []
  for (const draft of drafts) {
    const outline = outlineOf(draft.claim.text)
    const same = kept.find((other) => isSame({ draft, outline }, other))
    if (!same) kept.push({ draft, outline })
    else if (rank(draft) < rank(same.draft)) Object.assign(same, { draft: { ...draft, section: same.draft.section }, outline }) // prettier-ignore
  }
  return kept.map(({ draft }) => draft)
}

/** Beginnings of words, and figures. */
type Outline = { beginnings: ReadonlySet<string>; figures: string }
type Outlined = { draft: Draft; outline: Outline }

/** Comparing hundreds of tasks by stems would take seconds, so texts of other outlines are not compared. */
function isSame(one: Outlined, other: Outlined): boolean {
  const [{ beginnings, figures }, { beginnings: others, figures: otherFigures }] = [one.outline, other.outline]
  if (figures !== otherFigures && figures !== '' && otherFigures !== '') return false
  const common = [...beginnings].filter((beginning) => others.has(beginning)).length
  const isAlike = common * 2 >= Math.max(beginnings.size, others.size)
  return isAlike && isSameStatement(one.draft.claim.text, other.draft.claim.text, russian)
}

function outlineOf(text: string): Outline {
  const beginnings = new Set(text.toLowerCase().match(/(?<!\p{L})\p{L}{3}/gu))
  return { beginnings, figures: (text.match(/\d+/g) ?? []).join(' ') }
}

const order = ['confirmed', 'linked', 'unsure', 'dropped'] as const
const rank = ({ check }: Draft) => order.indexOf(check.verdict)

/** Statements as they are stored: with the moments that carry them, or those they cite. */
export function toStored(drafts: readonly Draft[], sentences: readonly Sentence[]): StoredStatement[] {
  return drafts.map(({ section, claim, check }) => {
    statementsTotal.inc({ verdict: check.verdict })
    const { verdict, reasons, anchors } = check
    const at = anchors.length > 0 ? anchors : claim.cites
    return { text: claim.text, section, who: claim.who, verdict, reasons, anchors: at.flatMap((index) => spanOf(sentences, index)) } // prettier-ignore
  })
}

function spanOf(sentences: readonly Sentence[], index: number): { start: number; end: number }[] {
  const said = sentences[index]
  return said ? [{ start: said.start, end: said.end }] : []
}
