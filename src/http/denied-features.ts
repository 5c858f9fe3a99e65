// Permissions-Policy: features of a browser that no page here uses, nor a script that came into one.

const DENIED_FEATURES = ["camera", "display-capture", "geolocation", "microphone", "payment", "usb"];

export const PERMISSIONS_POLICY = DENIED_FEATURES.map((feature) => `${feature}=()`).join(", ");
