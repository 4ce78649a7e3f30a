import { addScript } from '@doslovno/server/test/recordings/library.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { startApi } from '#lab/api.ts'
import { callSteadily, describeAnswers, failuresOf } from './load.ts'
import { isShort, type Mark } from '#lab/marks.ts'
import { runThread } from './thread.ts'
import type { Visitors } from './visitors.ts'

const EDITS = isShort ? 100 : 1000
const VISITORS = 50
const WORDS = 9000
const WORDS_OF_SEGMENT = 1000

/** The owner of a public file fills it with text; then fifty visitors read it at once. */
export async function largeEdits(test: TestApp): Promise<Mark[]> {
  const owner = await test.signIn()
  const id = await addScript(test, owner.userId ?? '', ['One.', 'Two.'], { isPublic: true })
  let accepted = 0
  for (let n = 0; n < EDITS; n++) {
    const payload = { version: accepted, operation: { kind: 'restoreSegments', patches: [largePatch(n)] } }
    const reply = await owner.call({ method: 'POST', url: `/api/scripts/${id}/edits`, payload })
    if (reply.statusCode === 200) accepted++
  }
  const api = await startApi(test.config, { RATE_LIMIT_FACTOR: '100000' })
  try {
    const visits = runThread<Visitors, number>(new URL('./visitors.ts', import.meta.url), {
      url: `${api.url}/api/scripts/${id}`,
      count: VISITORS,
    })
    const others = await callSteadily(() => api.call('GET', '/api/account/tariffs'), { perSecond: 20, until: visits })
    const bytes = await visits
    return [
      {
        expected: `${EDITS} edits of ${WORDS} words each: refused at the cap`,
        seen: `${accepted} accepted, ${(bytes / 1e6).toFixed(1)} MB for a visitor`,
        isMet: accepted > 0 && accepted < 10,
      },
      {
        expected: `then ${VISITORS} visitors at once: others are answered`,
        seen: describeAnswers(others),
        isMet: failuresOf(others) === 0,
      },
      {
        expected: 'and none waits over 200 ms',
        seen: `${others.slowestMs.toFixed(0)} ms`,
        isMet: others.slowestMs <= 200,
        isTimed: true,
      },
    ]
  } finally {
    await api.kill('SIGKILL')
  }
}

function largePatch(seed: number) {
  const segments = Array.from({ length: WORDS / WORDS_OF_SEGMENT }, (_, part) => {
    const words = Array.from({ length: WORDS_OF_SEGMENT }, (_each, n) => ({
      text: `word${seed}${part}${n}`,
      start: 1,
      end: 2,
      confidence: null,
    }))
    return { start: 1, end: 2, speaker: 0, text: words.map((word) => word.text).join(' '), words }
  })
  return { at: 1, count: 0, segments }
}
