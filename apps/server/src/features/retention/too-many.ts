const MOST_ORPHANS = 100
const MOST_ORPHANS_SHARE = 0.1

/** With more orphans than both limits, the database or the bucket is the wrong one. */
export function areTooMany(orphans: number, objects: number): boolean {
  return orphans > Math.max(MOST_ORPHANS, objects * MOST_ORPHANS_SHARE)
}
