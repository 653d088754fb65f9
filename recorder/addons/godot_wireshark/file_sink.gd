# SPDX-License-Identifier: GPL-2.0-or-later
extends RefCounted
## Where do records go on a disk? One file, or a ring of files.

const EVERY := 500000       ## microseconds between two flushes: what a crash may cost

var failed := ""            ## why it writes no more
var path := ""              ## the file that is written
var _writer: WeakRef
var _first := ""            ## as asked for
var _file: FileAccess
var _limit: int
var _ring: Array[String] = []
var _count: int             ## files of the ring, 1: no ring
var _opened := 0
var _written := 0
var _flushed := 0


func open(writer: Object, where: String, limit: int, files: int) -> void:
	_writer = weakref(writer)
	_first = where
	_limit = maxi(limit, 65536)
	_count = maxi(files, 1)
	DirAccess.make_dir_recursive_absolute(ProjectSettings.globalize_path(where).get_base_dir())
	_next()


func write(block: PackedByteArray) -> void:
	if failed:
		return
	if _written + block.size() > _limit:
		_full()
		if failed:
			return
	_file.store_buffer(block)
	_written += block.size()
	if Time.get_ticks_usec() - _flushed > EVERY:
		_out()


func flush() -> void:
	if not failed and Time.get_ticks_usec() - _flushed > EVERY:
		_out()


func close() -> void:
	if _file:
		_out()
		_file = null


func _full() -> void:
	if _count == 1:
		var writer: Object = _writer.get_ref()
		if writer:
			_file.store_buffer(writer.last_words(3))    # RunEnd.LIMIT
		_fail("%s is full (%d MB): the recording ends" % [path, _limit >> 20])
	else:
		_next()


func _next() -> void:
	close()
	path = _first
	if _count > 1:
		_opened += 1
		var stamp := Time.get_datetime_string_from_system().replace(":", "").replace("-", "").replace("T", "")
		path = "%s_%05d_%s.%s" % [_first.get_basename(), _opened, stamp, _first.get_extension()]
		_ring.append(path)
		if _ring.size() > _count:
			DirAccess.remove_absolute(ProjectSettings.globalize_path(_ring.pop_front()))
	_file = FileAccess.open(path, FileAccess.WRITE)
	if not _file:
		_fail("cannot write %s (error %d)" % [path, FileAccess.get_open_error()])
		return
	var section: PackedByteArray = _writer.get_ref().section()
	_file.store_buffer(section)
	_written = section.size()
	_out()


# Before 4.3 store_buffer() does not return whether it succeeded, so the length of the file tells it.
func _out() -> void:
	_flushed = Time.get_ticks_usec()
	_file.flush()
	if _file.get_length() < _written:
		_fail("%s cannot be written any more, is the disk full? The recording ends" % path)


func _fail(why: String) -> void:
	failed = why
	_file = null
