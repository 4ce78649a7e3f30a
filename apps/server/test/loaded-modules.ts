import { registerHooks } from 'node:module'

// Preloaded by `node --import`: prints the packages of OpenTelemetry that the process has loaded when it exits.
const loaded = new Set<string>()
registerHooks({
  load: (url, context, next) => {
    const name = /node_modules\/(@opentelemetry\/[\w-]+)\//.exec(url)?.[1]
    if (name) loaded.add(name)
    return next(url, context)
  },
})
process.on('exit', () => console.log(JSON.stringify({ loaded: [...loaded].toSorted() })))
