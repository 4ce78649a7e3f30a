import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { parse } from 'yaml'

/** A rule as Prometheus reads it: an alert, or a recorded series. */
export type Rule = {
  alert?: string
  record?: string
  expr: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
}

export type RuleFile = { groups: { rules: Rule[] }[] }

/** Cases of promtool; each checks the series `ALERTS`. */
export type RuleTests = { tests: { promql_expr_test: { expr: string; exp_samples: unknown[] }[] }[] }

const here = import.meta.dirname
const read = (path: string): unknown => parse(readFileSync(path, 'utf8'))

export const readRules = (): Rule[] =>
  globSync(join(here, 'rules/*.yaml')).flatMap((path) => (read(path) as RuleFile).groups.flatMap(({ rules }) => rules))

/** The tests' expectation of each alert: it fires or stays silent. */
export const readExpectations = (): { alert: string; fires: boolean }[] =>
  globSync(join(here, 'rule-tests/*.yaml')).flatMap((path) =>
    (read(path) as RuleTests).tests.flatMap(({ promql_expr_test: checks }) =>
      checks.map(({ expr, exp_samples: samples }) => ({
        alert: /alertname="(\w+)"/.exec(expr)?.[1] ?? '',
        fires: samples.length > 0,
      })),
    ),
  )

type Panel = {
  id: number
  type: string
  gridPos: { x: number; y: number }
  datasource?: { uid: string }
  targets?: { expr: string }[]
}

export const readBoards = (): { name: string; uid: string; panels: Panel[]; queries: string[] }[] =>
  globSync(join(here, 'dashboards/*.json'))
    .toSorted()
    .map((path) => {
      const { uid, panels } = JSON.parse(readFileSync(path, 'utf8')) as { uid: string; panels: Panel[] }
      const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
      return { name: basename(path), uid, panels, queries }
    })
