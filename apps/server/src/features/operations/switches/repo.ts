import type { SwitchName } from '@doslovno/domain/switches.ts'

import type { Db, Tx } from '#platform/db.ts'
import type { SwitchRow } from '#platform/tables.ts'

export function listChanged(db: Db): Promise<SwitchRow[]> {
  return db.selectFrom('switches').selectAll().execute()
}

type Change = Omit<SwitchRow, 'name'> & { name: SwitchName }

export async function saveSwitch(tx: Tx, { name, ...change }: Change): Promise<void> {
  await tx
    .insertInto('switches')
    .values({ name, ...change })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(change))
    .execute()
}
