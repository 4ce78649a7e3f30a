/** An address of ours that a query may lead to: not another site, and not the sign-in itself. */
export function safePath(path: string | undefined): string | undefined {
  const isOurs = path !== undefined && /^\/(?![/\\])/.test(path) && !path.startsWith('/auth/')
  return isOurs ? path : undefined
}
