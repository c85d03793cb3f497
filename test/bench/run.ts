import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { installFolder } from '../check/install-folder.ts'
import { root, runTool } from '../check/run-tool.ts'
import { browser } from './browser/section.ts'
import { serviceWorker } from './browser/service-worker.ts'
import { bundles } from './bundles.ts'
import { calendar } from './calendar/section.ts'
import { files } from './files/section.ts'
import { http } from './http/section.ts'
import { ledger } from './ledger/section.ts'
import { ledgerCodec } from './ledger-codec.ts'
import { load } from './load/section.ts'
import type { Row } from './measure.ts'
import { network } from './network/section.ts'
import { readers } from './readers/section.ts'
import type { Section } from './section.ts'
import { soak } from './soak/section.ts'
import { table, tableLine } from './table.ts'

const sections: readonly Section[] = [
  http,
  files,
  load,
  readers,
  browser,
  serviceWorker,
  bundles,
  calendar,
  ledger,
  ledgerCodec,
  network,
  soak,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, out: { type: 'string' } },
})
await bench(positionals)

/** Runs the named sections, or all; rows go to stderr as they come, the table to stdout, all of it into a file. */
async function bench(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !sections.some((section) => section.name === name))
  if (unknown.length > 0) {
    const all = sections.map(({ name }) => name).join(' ')
    process.stderr.write(`No section is called "${unknown.join('", "')}"; there are: ${all}\n`)
    process.exitCode = 1
    return
  }
  const chosen = sections.filter(({ name, isByNameOnly = false }) =>
    names.length === 0 ? !isByNameOnly : names.includes(name),
  )
  const rows: Row[] = []
  const started = new Date()
  const report = (row: Row) => {
    rows.push(row)
    process.stderr.write(`${seconds(started)} ${tableLine(row)}\n`)
  }
  if (chosen.some(({ needsBuild }) => needsBuild)) {
    await runTool('vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn')
  }
  const hasPeers = chosen.some(({ needsPeers }) => needsPeers) && (await installFolder('test/peers'))
  for (const section of chosen) {
    try {
      await section.run({ isQuick: values.quick, hasPeers, report })
    } catch (error) {
      process.exitCode = 1
      process.stderr.write(`${section.name}: ${error instanceof Error ? error.stack : String(error)}\n`)
    }
  }
  process.stdout.write(table(rows))
  for (const section of chosen) {
    const own = section.table?.(rows.filter((row) => row.section === section.name))
    if (own) process.stdout.write(`\n${own}`)
  }
  write(rows, started)
}

function write(rows: readonly Row[], started: Date): void {
  const path = values.out ?? join(root, 'dist/bench/results.json')
  const results = {
    started: started.toISOString(),
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
    isQuick: values.quick,
    machine: {
      node: process.version,
      processors: cpus().length,
      model: cpus()[0]?.model,
      memoryBytes: totalmem(),
      loadAverage: loadavg(),
    },
    rows,
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(results, undefined, 2)}\n`)
  process.stderr.write(`Results: ${path}\n`)
}

function seconds(started: Date): string {
  return `[${((Date.now() - started.getTime()) / 1000).toFixed(0).padStart(4)} s]`
}
