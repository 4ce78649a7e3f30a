import { prepareBucket } from '#adapters/storage/bucket.ts'
import { readConfig } from '#platform/config.ts'

const USAGE = `Creates the bucket if there is none, and sets its CORS, versions and lifecycle rules.

  bucket   prints what was done; exits with 1 if the store refused a part`

if (process.argv.length > 2) {
  console.error(USAGE)
  process.exit(2)
}

const { storage, backupDays, publicUrl } = readConfig(process.env)
const prepared = await prepareBucket({ storage, backupDays, origin: publicUrl })
for (const [step, outcome] of Object.entries(prepared)) console.log(`${step}: ${outcome}`)
if (Object.values(prepared).includes('refused')) process.exitCode = 1
