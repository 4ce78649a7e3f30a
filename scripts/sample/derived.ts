import type { ActionItem, Statement, Summary } from '@doslovno/contract/summaries.ts'
import { checkStatement } from '@doslovno/domain/evidence/check-statement.ts'
import { prepareEvidence } from '@doslovno/domain/evidence/prepare.ts'
import { type SummaryType, summaryTypes } from '@doslovno/domain/summary/types.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { russian } from '@doslovno/server/platform/language.ts'

import type { Cited, Talk } from './talk.ts'

type Checked = Pick<Statement, 'text' | 'start' | 'check' | 'reasons' | 'who' | 'evidence'>

/** The summaries and tasks of the talk, with the verdicts of the product's own check. */
export function derivedOf(talk: Talk, segments: readonly Segment[]): { summaries: Summary[]; tasks: ActionItem[] } {
  const names = new Map(talk.speakers.map(({ name }, speaker) => [speaker, name]))
  const evidence = prepareEvidence(segments, names, russian)
  const check = ({ text, cites }: Cited): Checked => {
    const cited = cites.map((piece) => segments.findIndex((segment) => segment.text.includes(piece)))
    const { verdict, reasons, anchors } = checkStatement({ text, cites: cited, who: [] }, evidence, russian)
    if (verdict !== 'confirmed') throw new Error(`${verdict}: ${text} ${JSON.stringify(reasons)}`)
    const moments = anchors.flatMap((at) => segments[at] ?? [])
    const who = [...new Set(moments.map(({ speaker }) => speaker))]
    const found = moments.map(({ start, end, text: said, speaker }) => ({ start, end, text: said, speaker }))
    return { text, start: found[0]?.start ?? 0, check: verdict, reasons: [], who, evidence: found }
  }
  return {
    summaries: summaryTypes.map((type) => summaryOf(talk, type, check)),
    tasks: talk.tasks.map((task, at) => taskOf(check(task), at)),
  }
}

function summaryOf(talk: Talk, type: SummaryType, check: (cited: Cited) => Checked): Summary {
  const statements = talk.statements[type].map((cited) => ({ ...check(cited), section: cited.section }))
  const text = type === 'about' ? talk.about : statements.map((statement) => statement.text).join('\n')
  return {
    id: `sample-${type}`,
    type,
    status: 'complete',
    progress: 100,
    text,
    content: type === 'theses' ? statements.map(({ start, text: said }) => ({ start, text: said })) : text,
    statements,
    checked: { confirmed: statements.length, total: statements.length, dropped: 0 },
    missing: [],
    engine: 'llm',
    isStale: false,
    fallen: 0,
    canMake: false,
    canChooseTemplate: false,
    templateId: null,
    madeAt: talk.madeAt,
  }
}

function taskOf({ text, start, who, check, evidence }: Checked, at: number): ActionItem {
  const end = evidence.at(-1)?.end ?? start
  return { id: `sample-task-${at}`, kind: 'task', text, start, end, who, due: null, check, isDone: false }
}
