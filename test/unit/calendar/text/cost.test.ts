import { describe, expect, it } from 'vitest'
import { readCost } from '../../../../src/calendar/rest/read/read-patch.ts'
import { formatCost } from '../../../../src/calendar/text/cost.ts'
import { acceptedCreations } from '../recorded.ts'

const costOf = (sent: unknown) => {
  const { cost, details } = formatCost(readCost(sent))
  return [cost, details.currency_symbol, details.currency_position, details.values]
}

describe('formatCost()', () => {
  it.each([
    ['25', '$25', '', '', ['25']],
    [25, '$25', '', '', ['25']],
    ['$25', '$25', '$', 'prefix', ['25']],
    ['25$', '25$', '$', 'postfix', ['25']],
    ['€15', '€15', '€', 'prefix', ['15']],
    ['15 €', '15€', '€', 'postfix', ['15']],
    ['USD 30', 'USD30', 'USD', 'prefix', ['30']],
    ['100 kr', '100kr', 'kr', 'postfix', ['100']],
    ['25.50', '$25.50', '', '', ['25.50']],
    ['10-20', '$10 – $20', '', '', ['10', '20']],
    ['$10 - $20', '$10 – $20', '', '', ['10', '20']],
    ['€9 to €10', '€9 – €10', '', '', ['9', '10']],
    ['20 or 30', '$20 – $30', '', '', ['20', '30']],
    [['10', '30'], '$10 – $30', '', '', ['10', '30']],
    ['10,20,5', '$5 – $20', '', '', ['5', '10', '20']],
    ['0', '', '', '', []],
    [0, '', '', '', []],
    ['0.00', 'Free', '', '', ['0.00']],
    ['$0', 'Free', '$', 'prefix', ['0']],
    ['Free', 'Free', '', '', ['free']],
    ['Donation', 'Donation', '', '', ['donation']],
    ['5 per <b>person</b>', '5 per person', '', '', ['5 per person']],
    ['', '', '', '', []],
    [null, '', '', '', []],
    [{ a: 1 }, '', '', '', []],
    [true, '', '', '', []],
  ])('shows %j as %j', (sent, ...cost) => {
    expect(costOf(sent)).toEqual(cost)
  })

  it.each([
    ['$1,250.00', '1250.00'],
    ['1.250,00 €', '1250.00'],
    ['1,250', '1250'],
    ['1,250,000', '1250000'],
    ['1.250.000', '1250000'],
    ['1.5', '1.5'],
    ['10,20', '10.20'],
    ['.50', '0.50'],
  ])('reads the number of %j as %s', (sent, value) => {
    expect(formatCost(readCost(sent)).details.values).toEqual([value])
  })

  it('processes long and hostile texts in bounded time', () => {
    for (const part of ['1', '1,', '<', '$ ', '1 - ', '\uD800', '1 to ']) {
      expect(readCost(part.repeat(1e5)).length).toBeLessThanOrEqual(200)
      expect(formatCost(part.repeat(60)).details.values.length).toBeLessThanOrEqual(10)
    }
    expect(readCost('<script>1</script>')).toBe('1')
    expect(readCost('<scr<b>ipt>')).not.toContain('<')
  })

  const costs = acceptedCreations('events').filter(
    ({ sent, quirks }) => 'cost' in sent && !quirks.includes('cost-number-parsing'),
  )

  it('finds enough recorded costs', () => {
    expect(costs.length).toBeGreaterThan(8)
  })

  it.each(costs)('shows the cost of $id as recorded', ({ sent, answered }) => {
    const { cost, details } = formatCost(readCost(sent['cost']))

    expect({ cost, cost_details: details }).toEqual({
      cost: answered['cost'],
      cost_details: answered['cost_details'],
    })
  })
})
