/** The health check of the images: exits 0 if the process with this port is ready, or answers a path at all. */
const [port, path = '/readyz'] = process.argv.slice(2)
const reply = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
process.exitCode = reply?.ok ? 0 : 1
