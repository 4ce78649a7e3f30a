import type { ActionItem, Moment, Statement, Summary } from '@doslovno/contract/summaries.ts'
import { playerTexts } from '@doslovno/texts/file-page.ts'
import { summaryPanelTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'

import { openAt } from './app.tsx'
import { type Answer, type Reply, stubServer } from './server.ts'
import { said, silence } from './transcript.tsx'
import { userOf } from './user.ts'

export const ID = '3f0c2d3e-8d55-4f5e-9f0a-2f7f5d1d9b11'

export const summaryCall = (type: Summary['type']) => `GET /api/scripts/${ID}/summary/${type}`
export const makeCall = (type: Summary['type']) => `POST /api/scripts/${ID}/summary/${type}`
export const CHAPTERS = `GET /api/scripts/${ID}/chapters`
export const TASKS = `GET /api/scripts/${ID}/tasks`
export const ASK = `POST /api/scripts/${ID}/questions`

export const ok = (body: unknown): Reply => ({ status: 200, body })

/** A moment of two seconds. */
export function momentOf(start: number, text = 'The budget doubled.', speaker = 0): Moment {
  return { start, end: start + 2, text, speaker }
}

export function statementOf(text: string, start: number, changes: Partial<Statement> = {}): Statement {
  const evidence = [momentOf(start)]
  return { text, start, check: 'confirmed', reasons: [], who: [], section: 'main', evidence, ...changes }
}

/** A complete summary that a model wrote. */
export function summaryOf(changes: Partial<Summary> = {}): Summary {
  const statements = changes.statements ?? [statementOf('The budget doubled.', 10)]
  const isShown = ({ check }: Statement) => check !== 'dropped'
  return {
    id: 's1',
    type: 'about',
    status: 'complete',
    progress: 100,
    text: statements.map(({ text }) => text).join('\n'),
    content: '',
    statements,
    checked: {
      confirmed: statements.filter(({ check }) => check === 'confirmed').length,
      total: statements.filter(isShown).length,
      dropped: statements.filter((statement) => !isShown(statement)).length,
    },
    missing: [],
    engine: 'llm',
    isStale: false,
    fallen: 0,
    canMake: false,
    canChooseTemplate: false,
    templateId: null,
    madeAt: '2026-11-15T10:00:00Z',
    ...changes,
  }
}

/** A summary that nobody has made. */
export function missingOf(type: Summary['type'] = 'about', changes: Partial<Summary> = {}): Summary {
  return summaryOf({
    type,
    id: null,
    status: 'missing',
    progress: 0,
    statements: [],
    canMake: true,
    madeAt: null,
    ...changes,
  })
}

export function taskOf(id: string, changes: Partial<ActionItem> = {}): ActionItem {
  return {
    id,
    kind: 'task',
    text: 'Send the estimate',
    start: 12,
    end: 14,
    who: [1],
    due: null,
    check: 'confirmed',
    isDone: false,
    ...changes,
  }
}

type AccountChange = { isSuperuser?: boolean; thesesGenerations?: number | null }

export function accountOf({ isSuperuser = false, thesesGenerations = null }: AccountChange = {}): Reply {
  return ok({ user: userOf({ isSuperuser }, { thesesGenerations }), events: [] })
}

/** A finished talk of two people, a minute long. */
export function talk(changes: object = {}): Reply {
  return ok({
    id: ID,
    fileName: 'talk.mp3',
    fileSize: 1_000_000,
    type: 'audio',
    duration: 60,
    uploadAt: '2026-11-15T09:00:00Z',
    status: 'complete',
    isInspected: true,
    isExpired: false,
    public: true,
    canEdit: true,
    fileSrc: silence(60),
    playbackSrc: null,
    srcSeconds: 300,
    speakerNames: [
      { speakerId: 0, name: 'Anna' },
      { speakerId: 1, name: 'Boris' },
    ],
    language: 'ru',
    speakers: 2,
    peaks: [10, 90, 40],
    version: 0,
    flaws: [],
    scriptSummary: [],
    summaryBlocks: [],
    script: [said('Hello everybody.', 0), said('The budget doubled.', 10, 1), said('Thanks and goodbye.', 40)],
    ...changes,
  })
}

/** Answers for the page of that talk. */
export function talkPage(answers: Record<string, Answer | Answer[]> = {}): Record<string, Answer | Answer[]> {
  return {
    'GET /api/account': accountOf(),
    [`GET /api/scripts/${ID}`]: talk(),
    [CHAPTERS]: ok({ data: [], isReady: true }),
    [TASKS]: ok({ data: [], isReady: true }),
    [summaryCall('about')]: ok(summaryOf()),
    ...answers,
  }
}

/** Opens the page of that talk, and one tab of the panel beside the text. */
export async function openTalk(answers: Record<string, Answer | Answer[]> = {}, name?: string | RegExp) {
  const server = stubServer(talkPage(answers))
  const screen = await openAt(`/files/${ID}`)
  await expect.element(tab(summaryPanelTexts.tabs.about)).toBeVisible()
  if (name !== undefined) await tab(name).click()
  return { server, screen }
}

export const button = (name: string | RegExp) => page.getByRole('button', { name })
export const tab = (name: string | RegExp) => page.getByRole('tab', { name })
export const panel = () => page.getByRole('region', { name: summaryPanelTexts.label })
export const position = () => page.getByRole('slider', { name: playerTexts.position })
export const refusal = (status: number, code: string) => ({ status, body: { error: code, code, message: code } })

/** Records what the page copies. */
export function spyOnCopies(): string[] {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void copied.push(text)))
  return copied
}
