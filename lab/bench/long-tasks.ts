import type { Browser, Page } from 'playwright'

/** From here on a person notices the delay. */
const LONG_MS = 50
/** A performance mark that identifies the page's main thread in the trace. */
const MARK = 'long-tasks'

type TraceEvent = { name: string; pid: number; tid: number; dur?: number; tdur?: number }

/** Long tasks of a page's main thread by CPU time, and by wall-clock time, which includes other load of the machine. */
export type LongTasks = { processorMs: number[]; clockMs: number[] }

/** Runs `work` and returns the page's long tasks meanwhile. */
export async function longTasksOf(browser: Browser, page: Page, work: () => Promise<void>): Promise<LongTasks> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[]))) // the protocol does not type them
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing', 'disabled-by-default-devtools.timeline'] },
  })
  await page.evaluate((mark) => performance.mark(mark), MARK)
  await work()
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const tasks = mainTasks(events)
  return {
    processorMs: tasks.map(({ tdur = 0 }) => tdur / 1000).filter((ms) => ms > LONG_MS),
    clockMs: tasks.map(({ dur = 0 }) => dur / 1000).filter((ms) => ms > LONG_MS),
  }
}

function mainTasks(events: readonly TraceEvent[]): TraceEvent[] {
  const mark = events.find(({ name }) => name === MARK)
  const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && pid === mark?.pid && tid === mark.tid)
  if (tasks.length === 0) throw new Error('The trace contains no task')
  return tasks
}
