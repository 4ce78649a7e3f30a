import { expect, it } from 'vitest'

import { ASSUMED } from './bench/scale/mix.ts'
import { assumptions, planFor, type Assumptions } from './capacity.ts'

const amount = (people: number, part: string, unit: string, changes: Partial<Assumptions> = {}) =>
  planFor(people, { ...assumptions, ...changes }).find((row) => row.part === part && row.unit === unit)?.amount

it('a file that finishes every 8 s is 450 hours of sound an hour in each cell', () => {
  expect(amount(10_000, 'speech', 'hours of sound per hour')).toBeCloseTo(450)
  expect(amount(1_000_000, 'speech', 'hours of sound per hour')).toBeCloseTo(45_000)
  expect(amount(10_000, 'speech', 'cores of workers')).toBeCloseTo(450 / 3.7 / 0.6)
})

it('pieces and edits make some 20 changes a second in each cell', () => {
  expect(amount(10_000, 'changes told', 'per second and cell')).toBeCloseTo(21.1, 1)
  expect(amount(1_000_000, 'changes told', 'per second and cell')).toBeCloseTo(21.1, 1)
})

it('a dearer call needs more processes, and a cell never has fewer than its zones need', () => {
  const dear = { apiMicros: { ...assumptions.apiMicros, read: 1_000_000 } }
  const free = { apiMicros: { ...assumptions.apiMicros, read: 0 } }

  expect(amount(10_000, 'API', 'cores busy', dear)).toBeGreaterThan(10_000 / ASSUMED.fileOpenedEverySeconds)
  expect(amount(10_000, 'API', 'processes', dear)).toBeGreaterThan(10_000 / ASSUMED.fileOpenedEverySeconds / 0.6)
  expect(amount(100, 'API', 'processes', free)).toBe(assumptions.leastProcesses)
})

it('people are rounded up to cells', () => {
  expect(amount(10_001, 'cells', '')).toBe(2)
})

it('as many streams are open as browsers whose stream gets through', () => {
  const processes = amount(10_000, 'API', 'processes') ?? 0

  expect(amount(10_000, 'streams', 'per API process')).toBeCloseTo((10_000 * ASSUMED.streamShare) / processes)
})
