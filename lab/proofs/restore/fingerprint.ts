import { run } from '#scripts/services/commands.ts'

/** Runs SQL on a database and returns the lines of its result. */
export async function query(databaseUrl: string, sql: string): Promise<string[]> {
  const output = await run('psql', ['-w', '-X', '-v', 'ON_ERROR_STOP=1', '-Atqc', sql, databaseUrl])
  return output.split('\n').filter(Boolean)
}

/** A hash of all rows of every table of the product, and of its jobs. */
export async function fingerprint(databaseUrl: string): Promise<Map<string, string>> {
  const tables = await query(
    databaseUrl,
    `select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' or tablename = 'job'`,
  )
  const hashes = new Map<string, string>()
  for (const table of tables) {
    const [hash = ''] = await query(
      databaseUrl,
      `select md5(coalesce(string_agg(row::text, ';' order by row::text), '')) from ${table} as row`,
    )
    hashes.set(table, hash)
  }
  return hashes
}

export function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name))
}
