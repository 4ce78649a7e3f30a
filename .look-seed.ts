import { readFileSync } from 'node:fs'
import { createContext } from '@doslovno/server/context.ts'
import { subscribers } from '@doslovno/server/handlers.ts'
import { readConfig } from '@doslovno/server/platform/config.ts'
import { createLog } from '@doslovno/server/platform/log.ts'
import { addRecordedScript } from '@doslovno/server/test/recorded-script.ts'
import { toWav } from '@doslovno/server/test/recordings.ts'
import { developmentEnv } from '#scripts/settings.ts'
const ctx = await createContext(readConfig(developmentEnv()), createLog('silent','x'), subscribers)
const user = await ctx.db.selectFrom('users').select('id').where('email','=',process.argv[3] ?? 'pro@example.ru').executeTakeFirstOrThrow()
const lines = readFileSync(`/work/shared/design/summaries-trial/${process.argv[2]}.txt`,'utf8').trim().split('\n')
let t=0; const spoken=[]
for (const l of lines){ const [s,...r]=l.split('|'); const text=r.join('|'); const d=Math.max(2,text.split(' ').length*0.45); spoken.push({text,start:t,end:t+d,speaker:Number(s)}); t+=d+0.4 }
const id = await addRecordedScript(ctx,{userId:user.id,fileName:'Планёрка в понедельник.wav',contentType:'audio/wav',content:toWav(Buffer.alloc(Math.ceil(t)*32000)),spoken})
console.log('/files/'+id); await ctx.close()
