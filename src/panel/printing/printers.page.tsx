// Pages of printers: list, form, confirmation before removing.

import { TECHNOLOGIES } from "../../../slicer-service/src/contract/technologies.ts";
import { technologyOf } from "../../domain/technology.ts";
import { PRINTER_STATUSES, type PrinterStatus } from "../../domain/workshop.ts";
import type { FormState } from "../../pages/form-values.ts";
import { calendarDay, startOfDay } from "../../pages/format.ts";
import type { QueuedPrinter } from "../../printers/printer.store.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { FaultSummary, Input, PostForm, RequiredNote, SeenValues, Select, TextArea } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { Table } from "../kit/table.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { printerWords } from "./printers.words.ts";

export function PrintersPage({ printers }: { readonly printers: readonly QueuedPrinter[] }) {
  const view = useView();
  const studio = useStudio();
  const words = printerWords(view.language);
  return (
    <Layout
      title={words.title}
      actions={
        <>
          <a class="button" href={`${studio.base}/printing`}>
            {words.backToPrinting}
          </a>
          <a class="button primary" href={`${studio.base}/printers/new`}>
            {words.add}
          </a>
        </>
      }
    >
      {printers.length === 0 ? (
        <EmptyState text={words.empty} link={{ href: `${studio.base}/printers/new`, text: words.add }} />
      ) : (
        <PrinterTable printers={printers} />
      )}
    </Layout>
  );
}

function PrinterTable({ printers }: { readonly printers: readonly QueuedPrinter[] }) {
  const { language } = useView();
  const studio = useStudio();
  const words = printerWords(language);
  return (
    <Table
      rows={printers}
      columns={[
        {
          title: words.name,
          cell: ({ printer: { id, name, model } }) => (
            <>
              <a href={`${studio.base}/printers/${id}`}>{name}</a>
              {model === null ? null : <div class="muted small">{model}</div>}
            </>
          ),
        },
        {
          title: words.status,
          cell: ({ printer: { status, maintenanceNote } }) => (
            <>
              <PrinterStatusBadge status={status} />
              {maintenanceNote === null ? null : <div class="muted small">{maintenanceNote}</div>}
            </>
          ),
        },
        { title: words.technology, cell: ({ printer }) => technologyOf(printer.technologyId).name },
        {
          title: words.buildVolume,
          cell: ({ printer }) => printer.buildVolume ?? <span class="muted">{words.noBuildVolume}</span>,
        },
        {
          title: words.onIt,
          cell: ({ queue }) =>
            queue.length === 0 ? <span class="muted">{words.nothing}</span> : words.parts(queue.length),
        },
        {
          title: words.nextMaintenanceAt,
          cell: ({ printer }) => <MaintenanceDate day={printer.nextMaintenanceAt} />,
        },
      ]}
    />
  );
}

const BADGES: Readonly<Record<PrinterStatus, string>> = { active: "good", maintenance: "warn", offline: "bad" };

export function PrinterStatusBadge({ status }: { readonly status: PrinterStatus }) {
  const view = useView();
  return <span class={`badge ${BADGES[status]}`}>{printerWords(view.language).statuses[status]}</span>;
}

/** @param day YYYY-MM-DD */
function MaintenanceDate({ day }: { readonly day: string | null }) {
  const view = useView();
  if (day === null) return <span class="muted">—</span>;
  return (
    <>
      {calendarDay(view.language, day)}{" "}
      {startOfDay(day) <= Date.now() ? (
        <span class="badge warn">{printerWords(view.language).maintenanceDue}</span>
      ) : null}
    </>
  );
}

interface PrinterFormProps {
  readonly form: FormState;
  /** Undefined for a new printer. */
  readonly printer?: { readonly id: number; readonly name: string } | undefined;
}

export function PrinterFormPage({ form, printer }: PrinterFormProps) {
  const view = useView();
  const studio = useStudio();
  const words = printerWords(view.language);
  const field = { form };
  return (
    <Layout
      title={printer === undefined ? words.add : words.edit(printer.name)}
      width="narrow"
      actions={
        <a class="button" href={`${studio.base}/printers`}>
          {words.toPrinters}
        </a>
      }
    >
      <PostForm class="card">
        <FaultSummary form={form} />
        <RequiredNote />
        <SeenValues form={form} />
        {printer === undefined ? <RequestKey form={form} /> : null}
        <div class="fields">
          <Input {...field} name="name" label={words.name} hint={words.nameHint} autocomplete="off" />
          <Select
            {...field}
            name="technologyId"
            label={words.technology}
            choices={TECHNOLOGIES.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <Input {...field} name="model" label={words.model} optional placeholder="Prusa MK4S" />
          <Input
            {...field}
            name="buildVolume"
            label={words.buildVolume}
            hint={words.buildVolumeHint}
            optional
            placeholder="220x220x250 mm"
          />
          <Select
            {...field}
            name="status"
            label={words.status}
            hint={words.statusHint}
            choices={PRINTER_STATUSES.map((status) => ({ value: status, label: words.statuses[status] }))}
          />
          <Input {...field} name="nextMaintenanceAt" type="date" label={words.nextMaintenanceAt} optional />
        </div>
        <TextArea
          {...field}
          name="maintenanceNote"
          label={words.maintenanceNote}
          hint={words.maintenanceNoteHint}
          optional
        />
        <div class="row">
          <button type="submit" class="primary">
            {printer === undefined ? words.create : words.save}
          </button>
        </div>
      </PostForm>
      {printer === undefined ? null : (
        <p>
          <a href={`${studio.base}/printers/${printer.id}/remove`}>{words.remove}</a>
        </p>
      )}
    </Layout>
  );
}

/** Identifies the attempt: a form sent twice adds one printer. */
function RequestKey({ form }: { readonly form: FormState }) {
  const typed = form.values.requestKey;
  return <input type="hidden" name="requestKey" value={typeof typed === "string" ? typed : crypto.randomUUID()} />;
}

export function RemovePrinterPage({ printer: { printer, queue } }: { readonly printer: QueuedPrinter }) {
  const view = useView();
  const studio = useStudio();
  const words = printerWords(view.language);
  return (
    <Layout title={words.removeTitle(printer.name)} width="narrow">
      <PostForm class="card">
        {queue.length === 0 ? null : <p class="warning">{words.removeQueue(queue.length)}</p>}
        <p>{words.removeText}</p>
        <div class="row">
          <button type="submit" class="danger">
            {words.removeButton}
          </button>
          <a class="button" href={`${studio.base}/printers/${printer.id}`}>
            {words.keep}
          </a>
        </div>
      </PostForm>
    </Layout>
  );
}
