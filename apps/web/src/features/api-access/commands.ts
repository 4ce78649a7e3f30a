import type { Access } from './access.ts'

type Options = { access: Access; key: string; origin: string }

const AUTHORIZATION = '-H "Authorization: Bearer $DOSLOVNO_KEY"'

/** Commands for a terminal: upload a recording and process it, or list the files. */
export function commandsFor({ access, key, origin }: Options): string {
  const commands = access === 'full' ? [uploadTo(origin), processAt(origin)] : [listAt(origin)]
  return [`export DOSLOVNO_KEY='${key}'`, ...commands].join('\n\n')
}

/** The first id of the reply is that of the file. */
function uploadTo(origin: string): string {
  return [
    `FILE_ID=$(curl -s ${origin}/api/scripts/upload \\`,
    `  ${AUTHORIZATION} \\`,
    `  -F file=@meeting.mp3 | grep -o '"id":"[^"]*' | head -n 1 | cut -d '"' -f 4)`,
  ].join('\n')
}

function processAt(origin: string): string {
  return [`curl -X POST ${origin}/api/scripts/$FILE_ID/process \\`, `  ${AUTHORIZATION}`].join('\n')
}

function listAt(origin: string): string {
  return [`curl ${origin}/api/scripts \\`, `  ${AUTHORIZATION}`].join('\n')
}
