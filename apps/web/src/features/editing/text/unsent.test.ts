import { expect, it } from 'vitest'

import { createUnsentMemory, type Unsent } from './unsent.ts'

const UNSENT: Unsent = { version: 3, operations: [{ kind: 'editText', at: 0, count: 1, text: 'Доброе утро.' }] }

/** A browser with storage and locks; closing a tab releases its locks. */
function newBrowser() {
  const stored = new Map<string, string>()
  const holders = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    key: (index: number) => [...stored.keys()][index] ?? null,
    get length() {
      return stored.size
    },
  }
  const openTab = (tabId: string, scriptId = 's1') => {
    const request = async (name: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as (lock: object | null) => Promise<void>
      const isTaken = holders.has(name)
      if (!isTaken) holders.set(name, tabId)
      await work(isTaken ? null : {})
      if (!isTaken) holders.delete(name)
    }
    const memory = createUnsentMemory({ storage, locks: { request } as never, scriptId, tabId }) // only `request` is used
    return {
      ...memory,
      close: () => [...holders].filter(([, tab]) => tab === tabId).forEach(([name]) => holders.delete(name)),
    }
  }
  return { stored, openTab }
}

async function takenOver(
  tab: Pick<ReturnType<ReturnType<typeof newBrowser>['openTab']>, 'takeOver'>,
): Promise<Unsent[]> {
  const taken: Unsent[] = []
  await tab.takeOver(async (unsent) => void taken.push(unsent))
  return taken
}

it('hands the unsent edits of a closed tab to one other tab, once', async () => {
  const { openTab, stored } = newBrowser()
  const first = openTab('1')
  first.keep(UNSENT)
  first.close()

  expect(await takenOver(openTab('2'))).toEqual([UNSENT])
  expect(await takenOver(openTab('3'))).toEqual([])
  expect(stored.size).toBe(0)
})

it('leaves the edits of an open tab and of other files alone', async () => {
  const { openTab } = newBrowser()
  openTab('1').keep(UNSENT)
  const other = openTab('2', 's2')
  other.keep(UNSENT)
  other.close()

  expect(await takenOver(openTab('3'))).toEqual([])
})

it('stores nothing once everything is sent', () => {
  const { openTab, stored } = newBrowser()
  const tab = openTab('1')
  tab.keep(UNSENT)

  tab.keep(undefined)

  expect(stored.size).toBe(0)
})

it('keeps what could not be adopted', async () => {
  const { openTab } = newBrowser()
  const first = openTab('1')
  first.keep(UNSENT)
  first.close()
  const second = openTab('2')

  await expect(second.takeOver(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  second.close()

  expect(await takenOver(openTab('3'))).toEqual([UNSENT])
})
