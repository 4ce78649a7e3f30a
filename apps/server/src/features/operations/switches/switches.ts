import { type SwitchName, switchNames } from '@doslovno/domain/switches.ts'

import type { Context } from '#context.ts'
import { type Operator, recordAudit } from '#features/operations/audit/record.ts'
import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { switchOff } from '#platform/telemetry.ts'

import { listChanged, saveSwitch } from './repo.ts'

/** A change reaches every process within this time. */
export const FRESH_MS = 5000

type Known = { off: ReadonlySet<string>; readAt: number }

const known = new WeakMap<Db, Known>()

type Asking = Pick<Context, 'db'>

/** Whether a switch is on, as of at most five seconds ago. */
export async function isOn({ db }: Asking, name: SwitchName): Promise<boolean> {
  const last = known.get(db)
  if (last && performance.now() - last.readAt < FRESH_MS) return !last.off.has(name)
  return !(await readOff(db)).has(name)
}

/** Throws `switchedOff` unless the switch is on. */
export async function requireOn(ctx: Asking, name: SwitchName): Promise<void> {
  if (!(await isOn(ctx, name))) throw new AppError(name === 'payments' ? 'paymentsOff' : 'switchedOff')
}

export async function readOff(db: Db): Promise<ReadonlySet<string>> {
  const off = new Set((await listChanged(db)).flatMap((row) => (row.isOn ? [] : [row.name])))
  known.set(db, { off, readAt: performance.now() })
  for (const name of switchNames) switchOff.set({ name }, off.has(name) ? 1 : 0)
  return off
}

/** Reads the switches again and again, so that the metric is right in processes that ask for none. */
export function watchSwitches({ db, log }: Pick<Context, 'db' | 'log'>): { stop(): void } {
  const read = () => void readOff(db).catch((error: unknown) => log.warn({ err: error }, 'switches were not read'))
  read()
  const timer = setInterval(read, FRESH_MS)
  return { stop: () => clearInterval(timer) }
}

type Change = Operator & { name: SwitchName; isOn: boolean }

/** Turns a switch on or off; other processes follow within seconds. */
export async function setSwitch({ db, now }: Pick<Context, 'db' | 'now'>, change: Change): Promise<void> {
  const { name, isOn, by, reason } = change
  await db.transaction().execute(async (tx) => {
    await saveSwitch(tx, { name, isOn, reason, changedBy: by, changedAt: now() })
    const details = { name, state: isOn ? 'on' : 'off', by, reason }
    await recordAudit(tx, { kind: 'switchChanged', userId: null, details })
  })
  await readOff(db)
}

/** All switches in the order of the catalogue, with their last change. */
export async function listSwitches({ db }: Pick<Context, 'db'>) {
  const changed = new Map((await listChanged(db)).map((row) => [row.name, row]))
  return switchNames.map((name) => {
    const { isOn = true, reason = null, changedBy = null, changedAt = null } = changed.get(name) ?? {}
    return { name, isOn, reason, changedBy, changedAt }
  })
}
