import { type SwitchName, switchNames } from '@doslovno/domain/switches.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/operations/audit/record.ts'

import { readOff } from './read.ts'
import { listChanged, saveSwitch } from './repo.ts'

type Change = { name: SwitchName; isOn: boolean; by: string; reason: string }

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
