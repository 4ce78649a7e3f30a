import { balanceCommands } from './balance.ts'
import type { Command } from './command.ts'
import { deadLetterCommands } from './dead-letters.ts'
import { paymentCommands } from './payments.ts'
import { promoCommands } from './promo.ts'
import { repairCommands } from './repair.ts'
import { requeueCommands } from './requeue.ts'
import { switchCommands } from './switches.ts'
import { userCommands } from './users.ts'

export const commands: readonly Command[] = [
  ...userCommands,
  ...balanceCommands,
  ...paymentCommands,
  ...promoCommands,
  ...requeueCommands,
  ...deadLetterCommands,
  ...repairCommands,
  ...switchCommands,
]
