import { expect, it, vi } from 'vitest'

import { createLog } from '#platform/log.ts'
import { OutOfResources, SandboxFailed } from '#platform/transient.ts'

import { createMachine } from './machine.ts'

const PAUSES_MS = [1]
const full = new OutOfResources('ENOSPC', 'full')

/** A machine with one need, which is met while `lack` is undefined, and a record of what its worker did. */
function createWorld() {
  const world = { lack: undefined as string | undefined, events: [] as string[] }
  const log = createLog('silent', 'test')
  vi.spyOn(log, 'error').mockImplementation((line: unknown) => void world.events.push(String(line)))
  const check = async () => {
    if (world.lack) throw new Error(world.lack)
  }
  const machine = createMachine([{ of: 'machine', check }], log, PAUSES_MS)
  const duty = {
    begin: async () => void world.events.push('begin'),
    end: async () => void world.events.push('end'),
  }
  return { world, machine, duty }
}

it('begins once the need is met, and logs the lack once however often it tries', async () => {
  const { world, machine, duty } = createWorld()
  world.lack = 'no disk'
  const onDuty = machine.keepOnDuty(duty)
  await vi.waitFor(() => expect(world.events).toEqual(['not ready: no disk']))
  const before = onDuty.isReady()

  world.lack = undefined
  await vi.waitFor(() => expect(onDuty.isReady()).toBe(true))
  await onDuty.stop()

  expect(before).toBe(false)
  expect(world.events).toEqual(['not ready: no disk', 'begin', 'end'])
  expect(onDuty.isReady()).toBe(false)
})

it('ends the work when a fault proves to be the machine’s, and begins again afterwards', async () => {
  const { world, machine, duty } = createWorld()
  const onDuty = machine.keepOnDuty(duty)
  await vi.waitFor(() => expect(onDuty.isReady()).toBe(true))

  world.lack = 'no disk'
  const isAtFault = await machine.isAtFault(new Error('The link did not answer', { cause: full }))
  await vi.waitFor(() => expect(world.events).toContain('not ready: no disk'))
  world.lack = undefined
  await vi.waitFor(() => expect(onDuty.isReady()).toBe(true))
  await onDuty.stop()

  expect(isAtFault).toBe(true)
  expect(world.events).toEqual(['begin', 'end', 'not ready: no disk', 'begin', 'end'])
})

it('blames a healthy machine for nothing: the file may be too large for it', async () => {
  const { world, machine, duty } = createWorld()
  const onDuty = machine.keepOnDuty(duty)
  await vi.waitFor(() => expect(onDuty.isReady()).toBe(true))

  expect(await machine.isAtFault(full)).toBe(false)
  expect(world.events).toEqual(['begin'])
  await onDuty.stop()
})

it.each([
  ['a full disk', full, true],
  ['a folder closed to us', Object.assign(new Error('open'), { code: 'EACCES', syscall: 'open' }), true],
  ['a sandbox that does not start', new SandboxFailed('bwrap'), true],
  ['a forbidden connection', Object.assign(new Error('connect'), { code: 'EACCES', syscall: 'connect' }), false],
  ['a server that does not answer', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), false],
  ['a bug', new Error('bug'), false],
])('%s is a fault of the machine or not', async (_name, error, expected) => {
  const { world, machine } = createWorld()
  world.lack = 'no disk'

  expect(await machine.isAtFault(error)).toBe(expected)
})

it('stops while it waits, without ever beginning', async () => {
  const { world, machine, duty } = createWorld()
  world.lack = 'no disk'
  const onDuty = machine.keepOnDuty(duty)

  await onDuty.stop()

  expect(world.events).not.toContain('begin')
})

it('takes back what a failed beginning began, and tries again', async () => {
  const { world, machine, duty } = createWorld()
  const begin = vi.fn<() => Promise<void>>(duty.begin).mockRejectedValueOnce(new Error('no database'))
  const onDuty = machine.keepOnDuty({ ...duty, begin })
  await vi.waitFor(() => expect(onDuty.isReady()).toBe(true))
  await onDuty.stop()

  expect(world.events).toEqual(['end', 'not ready: no database', 'begin', 'end'])
})
