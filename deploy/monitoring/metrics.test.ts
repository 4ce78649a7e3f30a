import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import '@doslovno/server/features/retention/reconcile.ts'
import { registry } from '@doslovno/server/platform/telemetry.ts'
import { describe, expect, it } from 'vitest'

import { projectRoot } from '#scripts/settings.ts'

import { exporterMetrics } from './exporters.ts'
import { readBoards, readRules } from './files.ts'
import { parseQuery } from './promql.ts'

const boards = readBoards()
const rules = readRules()
const records = rules.flatMap(({ record }) => record ?? [])
const queries = [...rules.map(({ expr }) => expr), ...boards.flatMap(({ queries: own }) => own)]

/** Series of our processes by name, with their labels. */
const ownSeries = new Map(registry.getMetricsAsArray().flatMap(seriesOf))

/** A histogram has three series. The client does not type the names of labels. */
function seriesOf(metric: object): [string, readonly string[]][] {
  const {
    name,
    labelNames = [],
    upperBounds,
  } = metric as { name: string; labelNames?: string[]; upperBounds?: number[] }
  if (!upperBounds) return [[name, labelNames]]
  return ['_bucket', '_sum', '_count'].map((suffix) => [`${name}${suffix}`, [...labelNames, 'le']])
}

/** Labels that Prometheus itself adds. */
const targetLabels = ['instance', 'job', 'exported_job']

describe('the queries of rules and dashboards', () => {
  it('are PromQL', () => {
    expect(queries.filter((expr) => !parseQuery(expr).isValid)).toEqual([])
    expect(parseQuery('sum(rate(x[5m])').isValid).toBe(false)
  })

  it('name only metrics that our processes, an exporter or a rule has', () => {
    const known = new Set([...ownSeries.keys(), ...records, ...exporterMetrics])
    const named = queries.flatMap((expr) => parseQuery(expr).selectors.map(({ metric }) => metric))

    expect(named.filter((metric) => !known.has(metric))).toEqual([])
  })

  it('name only labels that the metric has', () => {
    const strange = queries.flatMap((expr) => {
      const { selectors, grouping } = parseQuery(expr)
      if (!selectors.every(({ metric }) => ownSeries.has(metric))) return []
      const labelsOf = (metric: string) => [...(ownSeries.get(metric) ?? []), ...targetLabels]
      const matched = selectors.flatMap(({ metric, labels }) => labels.filter((one) => !labelsOf(metric).includes(one)))
      const all = new Set(selectors.flatMap(({ metric }) => labelsOf(metric)))
      return [...matched, ...grouping.filter((label) => !all.has(label))]
    })

    expect(strange).toEqual([])
  })

  it('use every exporter’s metric on the list', () => {
    const named = new Set(queries.flatMap((expr) => parseQuery(expr).selectors.map(({ metric }) => metric)))

    expect(exporterMetrics.filter((metric) => !named.has(metric))).toEqual([])
  })
})

describe('the dashboards', () => {
  it('are what Grafana imports: an id of their own, panels that do not overlap, a source that the reader chooses', () => {
    expect(boards.map(({ name }) => name)).toEqual(['machines.json', 'money.json', 'overview.json', 'pipeline.json'])
    expect(new Set(boards.map(({ uid }) => uid)).size).toBe(boards.length)
    for (const { panels } of boards) {
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
      expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length)
      const graphs = panels.filter(({ type }) => type !== 'row')
      expect(graphs.filter(({ datasource }) => datasource?.uid !== '${source}')).toEqual([])
      expect(graphs.filter(({ targets }) => !targets?.length)).toEqual([])
    }
  })
})

describe('the operator’s book', () => {
  const chapter = (name: string) => readFileSync(resolve(projectRoot, `docs/operations/${name}.md`), 'utf8')

  it('has a row for every metric of ours, and for no other', () => {
    const [, table = ''] = /\n## Metrics\n([^]*?)\n## /.exec(chapter('monitoring')) ?? []
    const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    const own = registry.getMetricsAsArray().map(({ name }) => name).filter((name) => !/^(process|nodejs)_/.test(name)) // prettier-ignore

    expect(own.filter((name) => !rows.includes(name))).toEqual([])
    expect(rows.filter((name) => name && !own.includes(name))).toEqual([])
  })

  it('has a section for every alert, where its runbook_url leads, and for no other', () => {
    const [, sections = ''] = /\n## Alerts\n([^]*?)(\n## |$)/.exec(chapter('incidents')) ?? []
    const headings = [...sections.matchAll(/^### (\w+)$/gm)].map(([, heading = '']) => heading)
    const alerts = rules.filter(({ alert }) => alert)

    expect(headings.toSorted()).toEqual(alerts.map(({ alert = '' }) => alert).toSorted())
    for (const { alert = '', annotations } of alerts)
      expect(annotations?.runbook_url).toBe(`docs/operations/incidents.md#${alert.toLowerCase()}`)
  })
})
