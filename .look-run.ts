import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { developmentEnv, projectRoot } from '#scripts/settings.ts'
const env={...process.env,...developmentEnv(),WEB_ROOT:resolve(projectRoot,'apps/web/dist/app'),PUBLIC_URL:'http://127.0.0.1:3000',LOG_LEVEL:'warn',WORKER_ROLES:'media,text,mail'}
for (const m of ['api.ts','worker.ts']) spawn(process.execPath,[resolve(projectRoot,'apps/server/src/main',m)],{env,stdio:'inherit'})
