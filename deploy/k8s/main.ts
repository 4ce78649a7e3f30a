import { stringify } from 'yaml'

import { objects } from './objects.ts'

// `pnpm k8s`: objects share parts, which YAML would print as anchors.
const print = (object: object) => stringify(object, { aliasDuplicateObjects: false, lineWidth: 0 })

process.stdout.write(objects.map(print).join('---\n'))
