"""
Quotes a model, and with --order also orders it:

    python3 examples/python/order.py examples/part.stl --quantity 2
    python3 examples/python/order.py examples/part.stl --quantity 2 --order my-order-1001 \\
        --first-name Леся --last-name Українка --phone +380501234567 --email lesia@example.com
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from studio_api import ApiError, Record, StudioApi


def main() -> None:
    arguments = read_arguments()
    api = StudioApi(*access(), on_progress=lambda percent: print(f"slicing: {percent} %", file=sys.stderr))
    choice = choose(api, arguments)
    quote = api.quote(arguments.model, {**choice, "finishingIds": json.dumps(choice["finishingIds"])})
    print(f"{arguments.model}: {quote['quantity']} × {money(quote['perUnitPrice'])} = {money(quote['totalPrice'])} with "
          f"{money(quote['setupCost'])} charged once; {quote['printingTime']} minutes, {quote['weight']} g")
    for warning in quote["warnings"]:
        print(f"Note: {warning['message']}")
    if not arguments.order:
        return
    customer = {
        "customerFirstName": arguments.first_name,
        "customerLastName": arguments.last_name,
        "customerPhoneNumber": arguments.phone,
        "customerEmail": arguments.email,
        "source": "example-python",
    }
    order = api.order([arguments.model], [choice], customer, arguments.order)
    print(f"Order {order['id']} is {order['status']}: {money(order['totalPrice'])}")


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Quotes a model, and orders it with --order.")
    parser.add_argument("model", help="an STL, OBJ, 3MF, PLY or STEP file")
    parser.add_argument("--material", type=int, help="its id; the first active one otherwise")
    parser.add_argument("--quality", type=int, help="its id; the default one of the material's technology otherwise")
    parser.add_argument("--finishing", type=int, action="append", default=[], help="its id; may be repeated")
    parser.add_argument("--quantity", type=int, default=1)
    parser.add_argument("--order", metavar="KEY", help="order it; the same key never orders twice")
    for name in ("first-name", "last-name", "phone", "email"):
        parser.add_argument(f"--{name}", default="")
    return parser.parse_args()


def choose(api: StudioApi, arguments: argparse.Namespace) -> Record:
    """The arguments' ids; without them the studio's defaults."""
    materials = [material for material in api.get("/materials") if material["status"] == "active"]
    if not materials:
        raise SystemExit("The studio has no active material.")
    wanted = materials[0]["id"] if arguments.material is None else arguments.material
    material = next((known for known in materials if known["id"] == wanted), None)
    if material is None:
        ids = ", ".join(str(known["id"]) for known in materials)
        raise SystemExit(f"The studio has no active material {wanted}; it has {ids}.")
    qualities = [
        quality
        for quality in api.get("/printing-qualities")
        if quality["isActive"] and quality["technology"]["id"] == material["technology"]["id"]
    ]
    qualities.sort(key=lambda quality: not quality["isDefault"])
    if not qualities and arguments.quality is None:
        raise SystemExit(f"The studio has no quality for {material['technology']['name']}.")
    return {
        "materialId": material["id"],
        "printingQualityId": qualities[0]["id"] if arguments.quality is None else arguments.quality,
        "finishingIds": arguments.finishing,
        "quantity": arguments.quantity,
    }


def access() -> tuple[str, str]:
    """The API's address and key: from the environment; for a local trial, the demo key that `npm start` wrote."""
    url, key = os.environ.get("STUDIO_API_URL"), os.environ.get("STUDIO_API_KEY")
    if url and key:
        return url, key
    project = Path(__file__).resolve().parent.parent.parent
    demo_file = project / os.environ.get("STUDIO_STATE", ".wrangler") / "demo.json"
    try:
        demo = json.loads(demo_file.read_text(encoding="utf-8"))
    except OSError:
        raise SystemExit(f"Set STUDIO_API_URL and STUDIO_API_KEY, or run `npm start`: there is no {demo_file}.") from None
    return url or demo["baseUrl"], key or demo["studios"][0]["apiKey"]


def money(amount: Record) -> str:
    return f"{amount['amount']} {amount['currency']['code']}"


if __name__ == "__main__":
    try:
        main()
    except (ApiError, OSError) as error:
        sys.exit(str(error))
