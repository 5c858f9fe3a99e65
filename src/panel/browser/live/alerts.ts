// Alerts of new orders: a sound and a notification, each after the person has switched it on in this browser.

const KINDS = ["sound", "notification"] as const;
type Kind = (typeof KINDS)[number];

/** Several windows of the panel alert once. */
const ALERTED_KEY = "panel-alerted-at";
const ONCE_WITHIN_MILLISECONDS = 5_000;

const keyOf = (kind: Kind) => `panel-alert-${kind}`;

/** Undefined if the browser keeps nothing for this site. */
function kept(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

const isOn = (kind: Kind) => kept()?.getItem(keyOf(kind)) === "on";

/** @param text names the studio and its new orders */
export function alertOfOrders(text: string): void {
  const now = Date.now();
  if (now - Number(kept()?.getItem(ALERTED_KEY) ?? 0) < ONCE_WITHIN_MILLISECONDS) return;
  kept()?.setItem(ALERTED_KEY, String(now));
  if (isOn("sound")) playSound();
  if (isOn("notification")) notify(text);
}

function notify(text: string): void {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const notification = new Notification(text, { tag: "new-orders", icon: "/panel/assets/icon.svg" });
    notification.addEventListener("click", () => focus());
  } catch {
    // Phones show notifications of service workers only.
  }
}

/** Two short tones. A browser stays silent until the person has touched the page. */
function playSound(): void {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.connect(audio.destination);
  volume.gain.setValueAtTime(0.2, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5);
  for (const [hertz, after] of [
    [660, 0],
    [880, 0.15],
  ] as const) {
    const tone = audio.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(volume);
    tone.start(audio.currentTime + after);
    tone.stop(audio.currentTime + after + 0.3);
  }
  setTimeout(() => audio.close(), 1_000);
}

/** Shows the switches of the account page as this browser has them. */
export function offerAlerts(): void {
  const section = document.getElementById("alerts");
  if (section === null || kept() === undefined) return;
  section.hidden = false;
  const refusal = document.getElementById("alerts-refused");
  for (const kind of KINDS) {
    const input = section.querySelector<HTMLInputElement>(`input[name=${kind}]`);
    if (input === null) continue;
    input.checked = isOn(kind) && (kind === "sound" || isAllowed());
    input.addEventListener("change", async () => {
      if (refusal !== null) refusal.hidden = true;
      if (!input.checked) return kept()?.removeItem(keyOf(kind));
      if (kind === "sound") {
        playSound();
      } else if (!(await askForNotifications())) {
        input.checked = false;
        if (refusal !== null) refusal.hidden = false;
        return;
      }
      kept()?.setItem(keyOf(kind), "on");
    });
  }
}

const isAllowed = () => "Notification" in window && Notification.permission === "granted";

async function askForNotifications(): Promise<boolean> {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}
