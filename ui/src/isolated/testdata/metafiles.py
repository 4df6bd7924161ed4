"""Writes metafiles by LibreOffice, from two shapes and from a picture of 16 x 8 points, all our own.

Run: python3 metafiles.py FOLDER (with python3-uno and LibreOffice Calc). It writes shapes.emf, shapes.wmf, picture.emf, picture.wmf.
"""
import pathlib, struct, subprocess, sys, tempfile, time, zlib
import uno
from com.sun.star.awt import Point, Size
from com.sun.star.beans import PropertyValue

def prop(name, value):
    one = PropertyValue()
    one.Name, one.Value = name, value
    return one

def png():
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = b"".join(b"\0" + b"\x3b\x7f\xc9" * 8 + b"\xd9\x77\x06" * 8 for _ in range(8))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 16, 8, 8, 2, 0, 0, 0)) + \
        chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")

def main(folder):
    with tempfile.TemporaryDirectory() as profile:
        office = subprocess.Popen(["soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{profile}",
                                   "--accept=pipe,name=metafiles;urp;"])
        resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
        for _ in range(120):
            try:
                context = resolver.resolve("uno:pipe,name=metafiles;urp;StarOffice.ComponentContext")
                break
            except Exception:
                time.sleep(0.5)
        manager = context.ServiceManager
        desktop = manager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        sheet = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (prop("Hidden", True),))
        page = sheet.getDrawPages().getByIndex(0)
        group = manager.createInstanceWithContext("com.sun.star.drawing.ShapeCollection", context)
        for kind, x, color in (("Rectangle", 0, 0x3B7FC9), ("Ellipse", 1200, 0xD97706)):
            shape = sheet.createInstance(f"com.sun.star.drawing.{kind}Shape")
            shape.setPosition(Point(x, x // 2))
            shape.setSize(Size(2000, 1400))
            page.add(shape)
            shape.FillColor = color
            group.add(shape)
        file = pathlib.Path(profile) / "picture.png"
        file.write_bytes(png())
        picture = sheet.createInstance("com.sun.star.drawing.GraphicObjectShape")
        picture.setSize(Size(1600, 800))
        page.add(picture)
        provider = manager.createInstanceWithContext("com.sun.star.graphic.GraphicProvider", context)
        picture.Graphic = provider.queryGraphic((prop("URL", file.as_uri()),))
        for name, one in (("shapes", page.group(group)), ("picture", picture)):
            for kind in ("EMF", "WMF"):
                export = manager.createInstanceWithContext("com.sun.star.drawing.GraphicExportFilter", context)
                export.setSourceDocument(one)
                target = pathlib.Path(folder).resolve() / f"{name}.{kind.lower()}"
                export.filter((prop("URL", target.as_uri()), prop("FilterName", kind), prop("MediaType", "")))
        sheet.close(True)
        desktop.terminate()
        office.wait()

main(sys.argv[1])
