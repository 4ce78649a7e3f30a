import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { printBoards } from './index.ts'

for (const [name, text] of Object.entries(printBoards())) writeFileSync(join(import.meta.dirname, name), text)
