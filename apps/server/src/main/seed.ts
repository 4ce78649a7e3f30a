import { seedNames } from '@doslovno/texts/seed.ts'

import { createContext } from '#context.ts'
import { type SeedUser, seedUsers } from '#features/accounts/index.ts'
import { createPromo } from '#features/billing/index.ts'
import { subscribers } from '#handlers.ts'
import { ConfigError, readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'

const [FREE, PRO] = [1, 3]

/** Accounts for development; the README names them. */
const users: SeedUser[] = [
  { email: 'anna@example.ru', password: 'Doslovno-1', ...seedNames.free, tariffId: FREE, isSuperuser: false },
  { email: 'pro@example.ru', password: 'Doslovno-1', ...seedNames.pro, tariffId: PRO, isSuperuser: false },
  { email: 'admin@example.ru', password: 'Doslovno-1', ...seedNames.admin, tariffId: PRO, isSuperuser: true },
]

/** A promo code to try; an existing one stays. */
const promo = { code: 'VSTRECHA', minutes: 60, maxUses: null, expiresAt: null }

/** `--demo`: the database is a container beside this one. */
export async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const isAllowed = config.isDevelopment || (config.isLocal && args.includes('--demo'))
  // Everybody knows the passwords of these accounts.
  if (!isAllowed) throw new ConfigError(['seed: only for development, with all of it on this machine'])
  const log = createLog(config.logLevel, 'seed')
  const ctx = await createContext(config, log, subscribers)
  await seedUsers(ctx, users)
  await createPromo(ctx, promo)
  await ctx.close()
  log.info({ users: users.length }, 'seeded')
}

if (import.meta.main) await main(process.argv.slice(2), process.env)
