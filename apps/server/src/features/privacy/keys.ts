/** All archives begin with this. */
export const EXPORTS_PREFIX = 'exports/'

export function exportKey(exportId: string): string {
  return `${EXPORTS_PREFIX}${exportId}.zip`
}

/** The archive that has this key. */
export function exportOfKey(key: string): string | undefined {
  return /^exports\/([\da-f-]{36})\.zip$/.exec(key)?.[1]
}
