import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard'

import { buildBoard } from './board.ts'
import { machines } from './machines.ts'
import { money } from './money.ts'
import { overview } from './overview.ts'
import { pipeline } from './pipeline.ts'

const boards = { overview, pipeline, money, machines }

/** The JSON of every dashboard by the name of its file, as Grafana provisions it. */
export function printBoards(): Record<string, string> {
  return Object.fromEntries(Object.entries(boards).map(([name, board]) => [`${name}.json`, print(buildBoard(board))]))
}

const print = (board: Dashboard) => `${JSON.stringify(board, undefined, 2)}\n`
