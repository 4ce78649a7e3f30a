import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse, stringify } from 'yaml'

import { findChecker } from '#scripts/services/tools.ts'

import { readExpectations, readRules, type Rule, type RuleFile, type RuleTests } from './files.ts'

const here = import.meta.dirname
let promtool: string
beforeAll(() => {
  promtool = findChecker('promtool')
})

function check(args: readonly string[], cwd = here) {
  const { status, stdout, stderr } = spawnSync(promtool, args, { cwd, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

/** Rules and tests of one alert, with a text of the rules replaced by another. Fewer rules are evaluated faster. */
function mutate({ file, alert, from, to }: Mutation): string {
  const folder = mkdtempSync(join(tmpdir(), 'rules-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const rules = readFileSync(join(here, `rules/${file}.yaml`), 'utf8')
  expect(rules).toContain(from)
  const { groups } = parse(rules.replaceAll(from, to)) as RuleFile
  const own = groups.flatMap((group) => group.rules).find((rule) => rule.alert === alert)
  const needed = (rule: Rule) => rule === own || (rule.record && own?.expr.includes(rule.record))
  const kept = groups.map((group) => ({ ...group, rules: group.rules.filter(needed) }))
  writeFileSync(join(folder, 'rules.yaml'), stringify({ groups: kept }))
  const tests = parse(readFileSync(join(here, `rule-tests/${file}.yaml`), 'utf8')) as RuleTests
  const cases = tests.tests.flatMap(({ promql_expr_test: checks, ...rest }) => {
    const ownChecks = checks.filter(({ expr }) => expr.includes(`"${alert}"`))
    return ownChecks.length > 0 ? { ...rest, promql_expr_test: ownChecks } : []
  })
  writeFileSync(join(folder, 'tests.yaml'), stringify({ ...tests, rule_files: ['rules.yaml'], tests: cases }))
  return folder
}

type Mutation = { file: string; alert: string; from: string; to: string }

const alerts = readRules().flatMap(({ alert }) => alert ?? [])

describe('the rules', () => {
  it('are rules of Prometheus, and so is the configuration that loads them', () => {
    const files = globSync('rules/*.yaml', { cwd: here })

    expect(check(['check', 'rules', ...files])).toEqual({ status: 0, output: expect.any(String) })
    expect(check(['check', 'config', 'prometheus.yaml'])).toEqual({ status: 0, output: expect.any(String) })
  })

  it.each(globSync('rule-tests/*.yaml', { cwd: here }))('pass %s', (file) => {
    expect(check(['test', 'rules', file])).toEqual({ status: 0, output: expect.any(String) })
  })

  it('fire in a case each, and stay silent in another', () => {
    const expectations = readExpectations()
    const tested = (fires: boolean) => new Set(expectations.flatMap((one) => (one.fires === fires ? one.alert : [])))

    expect(alerts.filter((alert) => !tested(true).has(alert))).toEqual([])
    expect(alerts.filter((alert) => !tested(false).has(alert))).toEqual([])
    expect(expectations.filter(({ alert }) => !alerts.includes(alert))).toEqual([])
  })

  it('have a severity, a summary and a description each', () => {
    for (const { alert, labels, annotations } of readRules().filter((rule) => rule.alert))
      expect({ alert, labels, annotations }).toMatchObject({
        labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
        annotations: { summary: expect.stringMatching(/\S/), description: expect.stringMatching(/\S/) },
      })
  })
})

describe('the tests of the rules notice', () => {
  it.each([
    {
      title: 'a higher threshold',
      file: 'api',
      alert: 'ApiErrorBudgetBurnsFast',
      from: 'ratio_rate1h > 14.4 * 0.001',
      to: 'ratio_rate1h > 30 * 0.001',
    },
    {
      title: 'a lower threshold',
      file: 'api',
      alert: 'ApiErrorBudgetBurnsFast',
      from: '14.4 * 0.001',
      to: '2 * 0.001',
    },
    {
      title: 'a lost short window',
      file: 'api',
      alert: 'ApiErrorBudgetBurnsFast',
      from: 'and api:errors:ratio_rate5m > 14.4 * 0.001',
      to: '',
    },
    {
      title: '4xx counted as failures of ours',
      file: 'api',
      alert: 'ApiErrorBudgetBurnsFast',
      from: 'status=~"5.."',
      to: 'status=~"[45].."',
    },
    {
      title: 'a quiet night that pages',
      file: 'api',
      alert: 'ApiErrorBudgetBurnsFast',
      from: 'and sum(increase(http_server_request_duration_seconds_count{status=~"5.."}[1h])) > 5',
      to: '',
    },
    {
      title: 'slow uploads counted',
      file: 'api',
      alert: 'ApiLatencyBudgetBurnsFast',
      from: '/api/scripts/upload|',
      to: '',
    },
    {
      title: 'a lost «absent»',
      file: 'machines',
      alert: 'BackupTooOld',
      from: ' or absent(backup_last_success_timestamp_seconds)',
      to: '',
    },
    {
      title: 'a page for one process of two',
      file: 'processes',
      alert: 'ApiNotReady',
      from: 'absent(service_ready{job="doslovno-api"} == 1)',
      to: 'service_ready{job="doslovno-api"} == 0',
    },
    { title: 'no patience', file: 'processes', alert: 'TargetDown', from: 'for: 5m', to: 'for: 0m' },
    {
      title: 'another severity',
      file: 'pipeline',
      alert: 'FilesWaitTooLong',
      from: 'severity: page',
      to: 'severity: ticket',
    },
    {
      title: 'a worker that has never worked forgotten',
      file: 'pipeline',
      alert: 'NobodyTranscribes',
      from: 'unless sum(rate(jobs_total{job="transcription.task", outcome="done"}[15m])) > 0',
      to: 'and sum(rate(jobs_total{job="transcription.task", outcome="done"}[15m])) == 0',
    },
    {
      title: 'two reports of one backlog added up',
      file: 'pipeline',
      alert: 'SpeechBacklogGrows',
      from: 'sum(max by (class) (queue_audio_seconds))',
      to: 'sum(queue_audio_seconds)',
    },
    {
      title: 'refused addresses counted as lost mails',
      file: 'pipeline',
      alert: 'MailsLost',
      from: '{reason!="mailRefused"}',
      to: '',
    },
    {
      title: 'a counter read as a level',
      file: 'pipeline',
      alert: 'DeadLetters',
      from: 'increase(dead_letters_total[1h])',
      to: 'dead_letters_total',
    },
    {
      title: 'findings of an earlier night',
      file: 'money',
      alert: 'LedgerMismatch',
      from: 'and on (instance) topk(1, last_over_time(job_last_success_timestamp_seconds{job="billing.audit"}[26h]))',
      to: '',
    },
    {
      title: 'a worker that forgot at its restart',
      file: 'storage',
      alert: 'StorageObjectsMissing',
      from: 'last_over_time(storage_missing_objects[26h])',
      to: 'storage_missing_objects',
    },
  ])('$title', (mutation) => {
    const { status, output } = check(['test', 'rules', 'tests.yaml'], mutate(mutation))

    expect(output).toContain('FAILED')
    expect(status).toBe(1)
  })
})

it('the configuration of Alertmanager is one, and inhibits only alerts that exist', () => {
  const { status, stdout } = spawnSync(findChecker('amtool'), ['check-config', 'alertmanager.yaml'], {
    cwd: here,
    encoding: 'utf8',
  })
  const named = readFileSync(join(here, 'alertmanager.yaml'), 'utf8').matchAll(/alertname=~?"([^"]+)"/g)
  const patterns = [...named].flatMap(([, names = '']) => names.split('|'))

  expect({ status, stdout }).toMatchObject({ status: 0 })
  expect(patterns.filter((pattern) => !alerts.some((alert) => new RegExp(`^${pattern}$`).test(alert)))).toEqual([])
})
