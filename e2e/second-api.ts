import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { projectRoot } from '#scripts/settings.ts'

import { environment, ports } from './environment.ts'

/** Starts a second API over the same database whose media URLs expire after `mediaUrlSeconds`. */
export const startShortLivedApi = (mediaUrlSeconds: number) =>
  startApi([ports.shortApi, ports.shortOps], { MEDIA_URL_SECONDS: String(mediaUrlSeconds) })

/** Starts a second API over the same database that knows no language model. */
export const startApiWithoutModel = () => startApi([ports.plainApi, ports.plainOps], { LLM_BASE_URL: '' })

/** Starts a second API over the same database at a host name: passkeys belong to one, not to an address of numbers. */
export async function startApiAtHost() {
  const url = `http://localhost:${ports.hostApi}`
  const { stop } = await startApi([ports.hostApi, ports.hostOps], { PUBLIC_URL: url })
  return { url, stop }
}

async function startApi([port, opsPort]: [number, number], changes: Record<string, string>) {
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    ...environment,
    API_PORT: String(port),
    API_OPS_PORT: String(opsPort),
    PUBLIC_URL: url,
    ...changes,
  }
  const api = spawn(process.execPath, [resolve(projectRoot, 'apps/server/src/main/api.ts')], { env, stdio: 'inherit' })
  const stop = async () => {
    api.kill('SIGTERM')
    if (api.exitCode === null) await once(api, 'exit')
  }
  for (let attempt = 0; attempt < 900; attempt++) {
    if ((await fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => undefined))?.ok) return { url, stop }
    await wait(100)
  }
  await stop()
  throw new Error('The API does not start')
}

/** A silent video whose picture compresses badly, so that no player loads it all at once. */
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
