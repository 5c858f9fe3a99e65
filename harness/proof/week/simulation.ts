// Simulation of a week: all studios' entries by time, with deployments, outages and changes of the clock.

import { setTimeout as delay } from "node:timers/promises";
import { AnswerCheck } from "../../contract/answer-check.ts";
import { ContractDocument } from "../../contract/contract-document.ts";
import { LostAnswer, NotNow, WeekExchange } from "./actors/exchange.ts";
import type { Later } from "./actors/shop-floor.ts";
import { StudioWeek } from "./actors/studio-week.ts";
import { addWeekStudio, type WeekStudio } from "./actors/week-studios.ts";
import { Agenda, type Entry } from "./agenda.ts";
import { Checks } from "./checks.ts";
import { Invariants } from "./invariants.ts";
import { type Mishap, planMishaps } from "./mishaps.ts";
import { DAY, FIRST_MOMENT, HOUR, MINUTE, RINGS_EVERY, wallClock } from "./models/calendar.ts";
import type { LedgerMaterial } from "./models/ledger.ts";
import { SeededRandom } from "./models/random.ts";
import { orderWeight } from "./models/shop-figures.ts";
import { WeekSystem } from "./system/week-system.ts";

/** Work is done again after this time, if the service was not there. */
const AGAIN = 10 * MINUTE;
/** Entries of this time run together, each studio's one after the other: fifty studios take turns at most of them else. */
const WINDOW = RINGS_EVERY;
/** After the last day, until each message has had its time. */
const AFTERMATH = 3 * HOUR;
/** Alarms run beside the simulator: the last messages are on their way for so long of the real time. */
const LAST_MESSAGES_SECONDS = 120;

export interface WeekSettings {
  readonly seed: number;
  readonly studios: number;
  readonly orders: number;
  readonly days: number;
  /** Real minutes after which no further day hour is begun. */
  readonly minutes: number;
  readonly say: (line: string) => void;
}

export interface HourSample {
  readonly at: number;
  readonly orders: number;
  readonly queued: number;
  readonly stock: number;
  readonly owed: number;
  readonly paid: number;
  readonly refunded: number;
  readonly latency: number;
}

export class Simulation {
  readonly settings: WeekSettings;
  readonly system: WeekSystem;
  readonly checks: Checks;
  readonly exchange: WeekExchange;
  readonly random: SeededRandom;
  readonly samples: HourSample[] = [];
  readonly mishaps: Mishap[] = [];
  readonly weeks: StudioWeek[] = [];
  readonly #agenda = new Agenda();
  readonly #begun = performance.now();
  /** The clock on the wall of the machine lags behind the week by so much. */
  clockBack = 0;
  isStopped = false;
  #watched: LedgerMaterial | undefined;
  simulatedUntil = FIRST_MOMENT;
  /** Kills the Workers beside the next window's entries. */
  #killsNext = false;

  private constructor(settings: WeekSettings, system: WeekSystem) {
    this.settings = settings;
    this.system = system;
    this.random = new SeededRandom(settings.seed);
    this.checks = new Checks(() => system.now);
    this.exchange = new WeekExchange(system, this.checks);
  }

  static async run(settings: WeekSettings): Promise<Simulation> {
    const system = await WeekSystem.start(FIRST_MOMENT);
    const simulation = new Simulation(settings, system);
    try {
      await simulation.#prepare();
      await simulation.#go();
    } finally {
      await system.stop();
    }
    return simulation;
  }

  get end(): number {
    return FIRST_MOMENT + this.settings.days * DAY;
  }

  get ledgers() {
    return this.weeks.map(({ studio }) => studio.ledger);
  }

  get placed(): number {
    return this.ledgers.reduce((sum, { orders }) => sum + orders.size, 0);
  }

  /** An entry of the system, which happens alone. */
  at(at: number, run: () => Promise<void>): void {
    this.#agenda.enter({ at, studioIndex: undefined, run });
  }

  async #prepare(): Promise<void> {
    const { url, database } = await this.system.running();
    const contract = new AnswerCheck(await ContractDocument.of(url));
    const requestIds = new Set<string>();
    for (let index = 0; index < this.settings.studios; index++) {
      const studio = await addWeekStudio(database, index, this.random.branch());
      const later: Later = (at, run) => {
        const persisting = () => run().catch((error: unknown) => againIfLost(error, () => later(at + AGAIN, run)));
        this.#agenda.enter({ at: Math.max(at, this.system.now), studioIndex: index, run: persisting });
      };
      const week = new StudioWeek(studio, this.exchange, later, { contract, requestIds });
      await week.prepare();
      this.weeks.push(week);
    }
    this.#watched = this.#watchStock();
    this.#planOrders();
    this.#planOffice();
    this.#planSystem();
    const { random, settings, system, mishaps } = this;
    planMishaps(random, settings.days, {
      note: (mishap) => mishaps.push(mishap),
      at: (at, run) => this.at(at, run),
      system,
      killNext: () => {
        this.#killsNext = true;
      },
      turnBack: (milliseconds) => {
        this.clockBack = milliseconds;
      },
    });
  }

  /** Orders by hour, weekday and the studio's size. */
  #planOrders(): void {
    const hours = Array.from({ length: this.settings.days * 24 }, (_, hour) => FIRST_MOMENT + hour * HOUR);
    const byHour = hours.map((at) => {
      const wall = wallClock(at);
      return [at, orderWeight(wall.getUTCHours(), wall.getUTCDay())] as const;
    });
    const bySize = this.weeks.map((week) => [week, week.studio.size] as const);
    for (let order = 0; order < this.settings.orders; order++) {
      const at = this.random.weighted(byHour) + this.random.share() * HOUR;
      const week = this.random.weighted(bySize);
      this.#enter(week, at, () => week.order());
    }
  }

  /** The regular work of each studio, and its test orders. */
  #planOffice(): void {
    for (const week of this.weeks) {
      const { random } = week.studio;
      for (let day = 0; day < this.settings.days; day++) {
        const during = (hours: number) => FIRST_MOMENT + day * DAY + (hours + random.share()) * HOUR;
        const doing = (at: number, run: () => Promise<void>) => this.#enter(week, at, () => week.attempt(run));
        const isFirst = day === 0 && week === this.weeks[0];
        for (const hour of [8, 11, 14, 17, 21]) doing(during(hour), () => week.erp.readMaterials());
        for (const hour of [9, 13, 18]) doing(during(hour), () => week.erp.readPrinters());
        doing(week.opening(during(10)), () => week.fillUp());
        if (random.chance(0.5)) doing(during(12), () => week.breakPrinter());
        if (random.chance(0.3)) doing(week.opening(during(15)), () => week.changePrices());
        if (isFirst || random.chance(0.5)) doing(week.opening(during(16)), () => week.walkList());
        if (isFirst || random.chance(0.4)) doing(during(19), () => week.placeTestOrder());
        if (isFirst || random.chance(0.3)) doing(during(20), () => week.erp.lookElsewhere(this.#another(week)));
        if (week.studio.limit <= 300 && (isFirst || random.chance(0.1))) {
          doing(during(22), () => week.erp.export(this.system.now));
        }
      }
    }
  }

  #another({ studio }: StudioWeek): WeekStudio {
    return (this.weeks.find((week) => week.studio !== studio) ?? this.weeks[0])?.studio ?? studio;
  }

  /** The hourly run with the invariants, and the outboxes' alarms. */
  #planSystem(): void {
    const invariants = new Invariants(
      this.system,
      this.checks,
      this.weeks.map(({ studio }) => studio),
    );
    this.invariants = invariants;
    for (let at = FIRST_MOMENT + 17 * MINUTE; at < this.end + AFTERMATH; at += HOUR) {
      this.at(at, async () => {
        const isFailing = this.system.isDown("database");
        if (!isFailing) await this.#turn(at, { runsSchedule: true });
        await invariants.check(false);
        this.#sample(at);
      });
    }
    for (let at = FIRST_MOMENT; at < this.end + AFTERMATH; at += RINGS_EVERY) {
      this.at(at, () => this.#turn(at, { ringsOutboxes: true }));
    }
  }

  invariants: Invariants | undefined;

  /** The material with the least stock at the beginning: it is filled up most often. */
  #watchStock(): LedgerMaterial | undefined {
    const counted = this.ledgers
      .flatMap(({ materials }) => [...materials.values()])
      .filter(({ stock }) => stock !== null);
    return counted.sort((a, b) => (a.stock ?? 0) - (b.stock ?? 0))[0];
  }

  #enter({ studio }: StudioWeek, at: number, run: () => Promise<void>): void {
    this.#agenda.enter({ at, studioIndex: studio.index, run });
  }

  async #turn(at: number, work: Parameters<WeekSystem["turn"]>[1] = {}): Promise<void> {
    await this.system.turn(at - this.clockBack, work);
  }

  async #go(): Promise<void> {
    const { minutes, say } = this.settings;
    for (let next = this.#agenda.next; next !== undefined; next = this.#agenda.next) {
      if (next.at >= this.end + AFTERMATH) break;
      const isOutOfTime = performance.now() - this.#begun > minutes * MINUTE;
      if (isOutOfTime && next.at < this.end && !this.isStopped) {
        this.isStopped = true;
        say(`${minutes} minutes are over: the week ends here`);
        break;
      }
      await this.#window(next);
    }
    await this.#finish();
  }

  /** Runs the entries of the next seconds: the system's alone, the studios' beside each other. */
  async #window(first: Entry): Promise<void> {
    const lanes = new Map<number, Entry[]>();
    const { at, studioIndex } = first;
    this.simulatedUntil = at;
    if (studioIndex === undefined) {
      this.#agenda.take();
      return first.run();
    }
    await this.#turn(at);
    for (let next = this.#agenda.next; next !== undefined && next.at < at + WINDOW; next = this.#agenda.next) {
      if (next.studioIndex === undefined) break;
      this.#agenda.take();
      const lane = lanes.get(next.studioIndex) ?? [];
      lanes.set(next.studioIndex, [...lane, next]);
    }
    const running = [...lanes.values()].map(async (entries) => {
      for (const { run } of entries) await run();
    });
    if (this.#killsNext) {
      this.#killsNext = false;
      await delay(this.random.share() * 60);
      await this.system.deploy();
    }
    await Promise.all(running);
  }

  /** After the last entry: no form is under way, and no message waits. */
  async #finish(): Promise<void> {
    // A week that is stopped in an outage would else count its waiting messages as lost.
    await this.system.endOutages();
    this.clockBack = 0;
    const until = this.isStopped ? this.simulatedUntil + AFTERMATH : this.end + AFTERMATH;
    for (let at = this.simulatedUntil; at < until; at += 10 * MINUTE) {
      await this.#turn(at, { ringsOutboxes: true });
      await delay(20);
    }
    // The run wakes the outboxes that have lost their alarms in a kill.
    await this.#turn(until, { runsSchedule: true });
    await this.#sendLastMessages();
    await this.invariants?.check(true);
  }

  /** Turns the clock from one waiting message to the next: after a lost answer, or at the limit of a day, one waits longer. */
  async #sendLastMessages(): Promise<void> {
    for (let second = 0; second < LAST_MESSAGES_SECONDS; second++) {
      const [first] = this.system.database.rows("SELECT min(next_at) AS next_at FROM messages");
      if (first === undefined || first.next_at === null) return;
      await this.#turn(Math.max(this.system.now, Number(first.next_at)), { ringsOutboxes: true });
      await delay(1000);
    }
  }

  #sample(at: number): void {
    const orders = this.ledgers.flatMap((ledger) => [...ledger.orders.values()]);
    const sum = (of: (order: (typeof orders)[number]) => number) => orders.reduce((total, one) => total + of(one), 0);
    const open = orders.filter(({ status }) => status !== "cancelled");
    const latencies = this.exchange.takeLatencies();
    const sample: HourSample = {
      at,
      orders: orders.length,
      queued: this.ledgers.reduce((total, { queues }) => total + [...queues.values()].flat().length, 0),
      stock: this.#watched?.stock ?? 0,
      owed:
        open.reduce((total, one) => total + one.totalMinor + (one.deliveryMinor ?? 0), 0) -
        sum(({ paidMinor }) => paidMinor),
      paid: sum(({ paidMinor }) => paidMinor),
      refunded: sum(({ refundedMinor }) => refundedMinor),
      latency: latencies,
    };
    this.samples.push(sample);
    if (this.samples.length % 6 === 0) {
      const seconds = (performance.now() - this.#begun) / 1000;
      this.settings.say(
        `${new Date(at).toISOString().slice(0, 16)}: ${sample.orders} orders, ${this.exchange.sent} requests, ` +
          `${(this.exchange.sent / seconds).toFixed(0)} a second, ${this.checks.violated} violations`,
      );
    }
  }
}

/** @throws the error, unless the service was not there: then the work is done again */
function againIfLost(error: unknown, again: () => void): void {
  if (!(error instanceof LostAnswer || error instanceof NotNow)) throw error;
  again();
}
