import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { testModelsDir } from '@doslovno/server/test/recordings.ts'

import { developmentEnv, projectRoot } from '#scripts/settings.ts'

const PORT = process.env.E2E_SHORT_PORT ?? '3130'
const OPS_PORT = process.env.E2E_SHORT_OPS_PORT ?? '3131'

/** A second API over the same database, whose addresses of recordings live only so many seconds. */
export async function startShortLivedApi(mediaUrlSeconds: number) {
  const development = developmentEnv('doslovno_e2e')
  const url = `http://127.0.0.1:${PORT}`
  const env = {
    ...process.env,
    ...development,
    MODELS_DIR: testModelsDir(),
    API_PORT: PORT,
    API_OPS_PORT: OPS_PORT,
    PUBLIC_URL: url,
    WEB_ROOT: resolve(projectRoot, 'apps/web/dist/app'),
    LOG_LEVEL: 'warn',
    REDIS_URL: `${development.REDIS_URL}/1`,
    RATE_LIMIT_FACTOR: '1000',
    MEDIA_URL_SECONDS: String(mediaUrlSeconds),
  }
  const api = spawn(process.execPath, [resolve(projectRoot, 'apps/server/src/main/api.ts')], { env, stdio: 'inherit' })
  const stop = async () => {
    api.kill('SIGTERM')
    if (api.exitCode === null) await once(api, 'exit')
  }
  for (let attempt = 0; attempt < 200; attempt++) {
    if ((await fetch(`http://127.0.0.1:${OPS_PORT}/readyz`).catch(() => undefined))?.ok) return { url, stop }
    await wait(100)
  }
  await stop()
  throw new Error('The API does not start')
}

/** A video of so many silent seconds, with a picture too restless to be loaded at once. */
export function makeVideo(seconds: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'doslovno-video-'))
  const path = join(folder, 'video.mp4')
  const picture = `testsrc2=size=320x180:rate=12:duration=${seconds},noise=alls=90:allf=t`
  const sound = `anullsrc=r=16000:cl=mono:d=${seconds}`
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-b:v', '3M', '-c:a', 'aac']
  const inputs = ['-loglevel', 'error', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound]
  execFileSync('ffmpeg', [...inputs, ...coding, '-shortest', '-movflags', '+faststart', path])
  const video = readFileSync(path)
  rmSync(folder, { recursive: true })
  return video
}
