/** The health check of the images: exits 0 if the process with this ops port is ready. */
const reply = await fetch(`http://127.0.0.1:${process.argv[2]}/readyz`).catch(() => undefined)
process.exitCode = reply?.ok ? 0 : 1
