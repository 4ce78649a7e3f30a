/** The most specific first. */
const ROOMS: readonly (readonly [path: RegExp, name: string])[] = [
  [/^apps\/(\w+)\/src\/(features|adapters|lib)\/([^/.]+).*/, '$1/$2/$3'],
  // A page, its parts and its tests: `file-page.tsx`, `file-page/…`, `file-page-sharing.browser.test.tsx`.
  [/^apps\/web\/src\/pages\/([a-z]+-page|[^/.]+).*/, 'web/pages/$1'],
  [/^apps\/(\w+)\/src\/(\w+)\/.*/, '$1/$2'],
  [/^apps\/(\w+)\/src\/.*/, '$1'],
  [/^apps\/(\w+)\/(\w+)\/.*/, '$1/$2'],
  [/^(packages|simulators\/src|scripts|deploy)\/([^/]+)\/.*/, '$1/$2'],
  [/^e2e\/([^/.]+)\.spec\.ts$/, 'e2e/$1'],
  [/^([^/]+)\/.*/, '$1'],
]

/** The part of the repository a file belongs to: `server/features/billing`, `web/pages/file-page`, `packages/domain`. */
export function roomOf(path: string): string {
  const [pattern, name] = ROOMS.find(([room]) => room.test(path)) ?? [/.*/s, 'root']
  return path.replace(pattern, name)
}
